-- A record that the program of schema 2 wrote.
pragma journal_mode=wal;
BEGIN TRANSACTION;
CREATE TABLE done (
    learner text not null,
    lesson text not null,
    step text not null,
    tries integer not null default 0,
    hints integer not null default 0,
    at real not null, mark integer not null default 0,
    primary key (learner, lesson, step)
) without rowid
;
INSERT INTO "done" VALUES('Ann','victory-awaits/03-concepts','zones',5,0,1760000185.225,705181321);
INSERT INTO "done" VALUES('Ann','victory-awaits/09-movement','terrain',1,1,1760000000.125,2610257974);
INSERT INTO "done" VALUES('Robert''); drop table done;--','pavlovs-house/01-house','look',0,3,1760000123.525,4101040642);
INSERT INTO "done" VALUES('me','holland44/02-move','to-the-stream',0,0,1760000308.625,3753937617);
INSERT INTO "done" VALUES('Żółć ☃','victory-awaits/03-concepts','zones',0,0,1760000061.825,3250421645);
CREATE TABLE house (key text primary key, value text not null) without rowid;
INSERT INTO "house" VALUES('secret','85d39f9a96948839ec2eee3dd992a51acf414f0e64ca9b9b4256d765e71c7425');
CREATE TABLE taken (learner text primary key) without rowid;
INSERT INTO "taken" VALUES('Ann');
INSERT INTO "taken" VALUES('Żółć ☃');
COMMIT;
pragma user_version=2;
