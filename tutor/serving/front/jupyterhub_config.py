"""JupyterHub with Staffride as its service; the servers of that stand behind haproxy.cfg.

It stays as it is: what differs is said in the environment, and how people log in in a file of your
own that `STAFFRIDE_HUB_CONFIG` names. Without one nobody gets in.
"""

import os

c = get_config()  # type: ignore[name-defined]  # noqa: F821
told = os.environ.get

c.JupyterHub.bind_url = told("STAFFRIDE_HUB_AT", "http://127.0.0.1:8000")
c.JupyterHub.hub_port = int(told("STAFFRIDE_HUB_PORT", "8081"))
c.ConfigurableHTTPProxy.api_url = told("STAFFRIDE_PROXY_AT", "http://127.0.0.1:8001")

# Who comes in is led to Staffride. A server of their own nobody gets: all share the forked kernels.
c.JupyterHub.default_url = "/services/staffride/"
scopes = ["read:users!user", "access:services!service=staffride"]
c.JupyterHub.load_roles = [{"name": "user", "scopes": scopes}]
c.JupyterHub.services = [
    {
        "name": "staffride",
        "url": "http://" + told("STAFFRIDE_AT", "127.0.0.1:8870"),
        # The servers have the same word as JUPYTERHUB_API_TOKEN.
        "api_token": os.environ["STAFFRIDE_HUB_TOKEN"],
        "oauth_no_confirm": True,
    }
]

# Members of this group teach; see also Authenticator.manage_groups.
c.JupyterHub.load_groups = {"teachers": {"users": told("STAFFRIDE_TEACHERS", "").split()}}

if own := told("STAFFRIDE_HUB_CONFIG"):
    load_subconfig(own)  # type: ignore[name-defined]  # noqa: F821
