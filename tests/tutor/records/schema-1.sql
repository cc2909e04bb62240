-- A record that the program of schema 1 wrote.
pragma journal_mode=wal;
BEGIN TRANSACTION;
CREATE TABLE done (
    learner text not null,
    lesson text not null,
    step text not null,
    tries integer not null default 0,
    hints integer not null default 0,
    at real not null,
    primary key (learner, lesson, step)
) without rowid
;
INSERT INTO "done" VALUES('Ann','victory-awaits/03-concepts','zones',5,0,1760000185.225);
INSERT INTO "done" VALUES('Ann','victory-awaits/09-movement','terrain',1,1,1760000000.125);
INSERT INTO "done" VALUES('Robert''); drop table done;--','pavlovs-house/01-house','look',0,3,1760000123.525);
INSERT INTO "done" VALUES('me','holland44/02-move','to-the-stream',0,0,1760000308.625);
INSERT INTO "done" VALUES('Żółć ☃','victory-awaits/03-concepts','zones',0,0,1760000061.825);
COMMIT;
pragma user_version=1;
