import { sql, type Kysely } from 'kysely'

/** Versions of our two apps, and the installations that have asked for a newer one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table app_version (
  id bigint generated always as identity primary key,
  app text not null,
  platform text not null,
  version_number text not null,
  /* to compare and sort by */
  number_order integer not null generated always as (split_part(version_number, '.', 1)::integer * 100000
    + split_part(version_number, '.', 2)::integer * 1000 + split_part(version_number, '.', 3)::integer) stored,
  version_code bigint,
  /* an APK, or the address in a store */
  file_id text,
  store_url text,
  size bigint,
  sha256 text,
  /* what was read out of the APK */
  package_name text,
  certificates text[] not null default '{}',
  signed_by text[] not null default '{}',
  min_sdk integer,
  /* an operator has said that another key signs from here on */
  key_changed boolean not null default false,
  notes_zh text not null,
  notes_en text not null,
  upgrade_method text not null,
  app_target text not null,
  company_ids bigint[] not null default '{}',
  rollout_percent integer,
  min_supported text,
  state text not null default 'draft',
  reason text,
  published_at timestamptz(3), published_by bigint references account(id),
  withdrawn_at timestamptz(3), withdrawn_by bigint references account(id),
  deleted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(), created_by bigint references account(id),
  updated_at timestamptz(3) not null default now(), updated_by bigint references account(id),
  check ((file_id is null) <> (store_url is null)),
  check (file_id is null or (package_name is not null and version_code is not null and sha256 is not null))
);
create unique index app_version_once on app_version (app, platform, number_order) where deleted_at is null;

/* Who asked, told apart by a hash: what an app calls itself is not kept. */
create table app_install (
  app text not null,
  platform text not null,
  install_hash bytea not null,
  version_number text not null,
  asked_at timestamptz(3) not null,
  primary key (app, platform, install_hash)
);
create index app_install_version on app_install (app, platform, version_number, asked_at);
create index app_install_asked on app_install (asked_at);
`
