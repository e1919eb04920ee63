-- Roles of a house on PostgreSQL: its account adds, and changes nothing that has happened.
-- The owner of the database runs this after `cutcard serve` or `cutcard keys seal` made the tables, and
-- after every upgrade; upgrades (migrations) run as the owner. Then give each account its role:
--   GRANT cutcard_house TO house_account;  GRANT cutcard_audit TO auditor_account;

DO $$ BEGIN CREATE ROLE cutcard_house NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE cutcard_audit NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, cutcard_house, cutcard_audit;
REVOKE CREATE ON SCHEMA public FROM PUBLIC, cutcard_house, cutcard_audit;
GRANT USAGE ON SCHEMA public TO cutcard_house, cutcard_audit;

-- Who audits or makes backups reads. Second factors and shoes are covered where the house has keys.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO cutcard_audit;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO cutcard_house;

-- What has happened: only ever added.
GRANT INSERT ON events, answers, movements, rounds, laws TO cutcard_house;

-- Where a stream ends, what an account holds: folded from the above, which the audit does again.
GRANT INSERT, UPDATE (version, digest, answers, answered, seal) ON streams TO cutcard_house;
GRANT INSERT, UPDATE (cents) ON accounts TO cutcard_house;

-- Caches and people: changed as the stream of people says.
GRANT INSERT, DELETE ON snapshots TO cutcard_house;
GRANT INSERT, UPDATE ON people TO cutcard_house;
GRANT INSERT, UPDATE, DELETE ON sessions, links, passkeys TO cutcard_house;

-- To find out whether the database takes anything: the version is written over itself.
GRANT UPDATE (version_num) ON alembic_version TO cutcard_house;
