import { menus, operationLabel, type MenuSeed } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import { appendAudit } from '../src/platform/audit.ts'
import { systemActor, systemOrigin } from '../src/platform/context.ts'
import { StartupError } from '../src/platform/startup-error.ts'
import { isCommonPassword, hashPassword } from '../src/features/base/access/password.ts'
import type { Tables } from '../src/tables/index.ts'
import { both, seedBasics } from './basics.ts'
import { alarmTypes, faultTypes, reportParams } from './report-params.ts'

type Tx = Transaction<Tables>

const labels = (pack: Record<string, string>, code: string): string => pack[code] ?? code

/**
 * Updates the menu table from the contract: adds new entries and operations, and removes seeded ones that the contract no longer
 * has. What administrators changed (names, order, state) stays.
 */
const seedMenus = async (tx: Tx): Promise<void> => {
  const entries: readonly MenuSeed[] = menus
  const rows = entries.flatMap((entry, index) => {
    const depth = entry.parent === null ? 1 : 2
    const page = {
      code: entry.code,
      parent_code: entry.parent,
      name_zh: labels(zh.menus, entry.code),
      name_en: labels(en.menus, entry.code),
      url: entry.url,
      icon: entry.icon,
      level: depth,
      sort: index,
      is_main_menu: entry.main,
      is_operation: false,
      operation_code: null as string | null,
      account_types: [...entry.for],
      seeded: true,
    }
    const operations = entry.operations.map((code, position) => ({
      ...page,
      code,
      parent_code: entry.code,
      name_zh: operationLabel(zh.operations, code),
      name_en: operationLabel(en.operations, code),
      url: '#',
      icon: '',
      level: depth + 1,
      sort: position,
      is_main_menu: false,
      is_operation: true,
      operation_code: code,
    }))
    return [page, ...operations]
  })
  await tx
    .insertInto('menu')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((e) => ({
        parent_code: e.ref('excluded.parent_code'),
        operation_code: e.ref('excluded.operation_code'),
        account_types: e.ref('excluded.account_types'),
        seeded: true,
      })),
    )
    .execute()
  // operations before their pages: a page that still has children cannot be deleted
  const codes = rows.map((row) => row.code)
  // links in a removed group move to the top level
  await tx
    .updateTable('menu')
    .set({ parent_code: null, level: 1 })
    .where('seeded', '=', false)
    .where('parent_code', 'in', (menu) =>
      menu.selectFrom('menu').select('code').where('seeded', '=', true).where('code', 'not in', codes),
    )
    .execute()
  for (const level of [3, 2, 1])
    await tx.deleteFrom('menu').where('seeded', '=', true).where('level', '=', level).where('code', 'not in', codes).execute()
}

const seedReportParams = async (tx: Tx): Promise<void> => {
  await tx
    .insertInto('alarm_type')
    .values(alarmTypes.map(({ acknowledgeS, closeS, ...type }) => ({ ...type, acknowledge_s: acknowledgeS, close_s: closeS })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  await tx
    .insertInto('fault_type')
    .values([...faultTypes])
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const alarmIds = new Map((await tx.selectFrom('alarm_type').select(['id', 'code']).execute()).map((row) => [row.code, row.id]))
  const faultIds = new Map((await tx.selectFrom('fault_type').select(['id', 'code']).execute()).map((row) => [row.code, row.id]))
  const idOf = (ids: Map<string, number>, code: string | undefined): number | null =>
    code === undefined ? null : (ids.get(code) ?? null)
  const keyOf = ({ format, code }: { format: string; code: string }): string => `${format} ${code}`
  const known = new Map(
    (await tx.selectFrom('report_param').select(['format', 'code', 'alarm_type_id', 'fault_type_id']).execute()).map((row) => [
      keyOf(row),
      row,
    ]),
  )
  const rows = reportParams
    .filter((param) => !known.has(keyOf(param)))
    .map((param) => {
      // A restore ends what its code raises here, which may be what people said before the seed knew the code.
      const origin = param.restores === undefined ? undefined : known.get(keyOf({ ...param, code: param.restores }))
      return {
        format: param.format,
        code: param.code,
        type: param.type,
        alarm_type_id: origin ? origin.alarm_type_id : idOf(alarmIds, param.alarm),
        fault_type_id: origin ? origin.fault_type_id : idOf(faultIds, param.fault),
        restores_code: param.restores ?? null,
        reason_zh: param.zh,
        reason_en: param.en,
      }
    })
  if (rows.length === 0) return
  await tx
    .insertInto('report_param')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['format', 'code']).doNothing())
    .execute()
}

export interface FirstAccount {
  readonly account: string
  /** Shown once to the person who starts the program. Null if it came from the settings or the account already existed. */
  readonly oneTimePassword: string | null
}

/** A new installation has its names in both languages; the demo's operating company works in English. */
const roleName = (role: 'adminRole' | 'userRole', basics: boolean): string =>
  basics ? both({ zh: zh.fields[role], en: en.fields[role] }) : en.fields[role]

/** The operating company, its administrator role, which always has everything, and the first account. */
const seedOperator = async (tx: Tx, adminPassword: string | undefined, basics: boolean): Promise<FirstAccount> => {
  const existing = await tx.selectFrom('company').select('id').where('type', '=', 'siter').executeTakeFirst()
  let companyId = existing?.id
  if (companyId === undefined) {
    const row = await tx
      .insertInto('company')
      .values({ path: '', type: 'siter', name: 'Emberwatch', org_code: 'SITER' })
      .returning('id')
      .executeTakeFirstOrThrow()
    companyId = row.id
    await tx
      .updateTable('company')
      .set({ path: String(companyId) })
      .where('id', '=', companyId)
      .execute()
    await tx
      .insertInto('company_config')
      .values({ company_id: companyId, path: String(companyId), platform_name: 'Emberwatch' })
      .execute()
  }
  const path = String(companyId)
  const role = { company_id: companyId, path, name: roleName('adminRole', basics), type: 'siter' as const, level: 1 }
  const known = await tx
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', companyId)
    .where('level', '=', 1)
    .orderBy('id')
    .executeTakeFirst()
  const roleId = known?.id ?? (await tx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()).id
  const codes = await tx.selectFrom('menu').select('code').where('seeded', '=', true).execute()
  await tx
    .insertInto('role_menu')
    .values(codes.map(({ code }) => ({ role_id: roleId, menu_code: code })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  if (existing === undefined) await seedUserRole(tx, companyId, path, roleName('userRole', basics))
  if (existing === undefined && basics) await seedBasics(tx, { id: companyId, path })

  const account = await tx.selectFrom('account').select('id').where('account', '=', 'operator').executeTakeFirst()
  if (account) return { account: 'operator', oneTimePassword: null }
  if (adminPassword !== undefined && isCommonPassword(adminPassword))
    throw new StartupError(
      'ADMIN_PASSWORD is one of the most common passwords: choose another one, or unset it for a random one.',
    )
  const oneTimePassword = adminPassword === undefined ? randomBytes(12).toString('base64url') : null
  const { id } = await tx
    .insertInto('account')
    .values({
      company_id: companyId,
      path,
      type: 'siter',
      account: 'operator',
      name: 'Operator',
      password_hash: await hashPassword(adminPassword ?? oneTimePassword ?? ''),
      must_change_password: oneTimePassword !== null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('account_role').values({ account_id: id, role_id: roleId }).execute()
  await tx.updateTable('company').set({ admin_account_id: id }).where('id', '=', companyId).execute()
  await appendAudit(
    tx,
    [{ action: 'system.seed', object: { kind: 'account', id, name: 'operator' }, owner: { companyId, path } }],
    systemActor,
    systemOrigin,
    new Date(),
  )
  return { account: 'operator', oneTimePassword }
}

/**
 * The role with which a registered ordinary user is enabled (readings.md): view only. Companies created later bring their own
 * (role.verbs.ts).
 */
export const seedUserRole = async (tx: Tx, companyId: number, path: string, name: string): Promise<void> => {
  const role = { company_id: companyId, path, name, type: 'user' as const, level: 9 }
  const { id } = await tx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
  const codes = await tx
    .selectFrom('menu')
    .select('code')
    .where('seeded', '=', true)
    .where(sql<boolean>`'user' = any(account_types)`)
    .where((e) => e.or([e('operation_code', 'is', null), e('operation_code', 'like', '%:view')]))
    .execute()
  await tx
    .insertInto('role_menu')
    .values(codes.map(({ code }) => ({ role_id: id, menu_code: code })))
    .execute()
}

/**
 * What every installation has. Runs at each start, adds what is new, and changes nothing that people changed. `basics`: a new installation also
 * gets what most people would create first (basics.ts).
 */
export const seedSystem = (
  db: Kysely<Tables>,
  adminPassword: string | undefined,
  { basics = false }: { readonly basics?: boolean } = {},
): Promise<FirstAccount> =>
  db.transaction().execute(async (tx) => {
    await tx.selectNoFrom((e) => e.fn('pg_advisory_xact_lock', [e.lit(20_261_120)]).as('lock')).execute()
    await seedMenus(tx)
    await seedReportParams(tx)
    return seedOperator(tx, adminPassword, basics)
  })
