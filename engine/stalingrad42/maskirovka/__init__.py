"""Chapter 34: masked reserve armies - arriving, moving, in battle, and what stays secret."""
