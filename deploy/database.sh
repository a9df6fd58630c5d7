#!/bin/sh
# Run by the PostgreSQL image when its volume is empty. The program owns its database and is no superuser (docs/decisions/0028-the-program-is-no-superuser-of-its-database.md).
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=password="$DATABASE_PASSWORD" <<'SQL'
create role emberwatch login password :'password';
create database emberwatch owner emberwatch encoding 'UTF8' template template0;
SQL
