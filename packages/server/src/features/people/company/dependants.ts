import { listedIn, type Language } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { fieldName } from '../../../platform/i18n.ts'
import type { TableName, Tables } from '../../../tables/index.ts'
import { shownName } from '../customer/customer.masks.ts'
import { branchOf } from '../../base/tenant/tenant.reads.ts'
import type { StoredCompany } from './company.store.ts'

/** How many of each kind are named; the rest are counted. */
const named = 3

const groups: Readonly<Record<Language, (name: string, n: number, of: string) => string>> = {
  zh: (name, n, of) => `${name} ${n}（${of}）`,
  en: (name, n, of) => `${name} ${n} (${of})`,
}

/** Rows of a company that do not prevent its deletion although they can be deleted individually, and why. All others are counted below. */
export const leftBehind: Readonly<Partial<Record<TableName, string>>> = {
  work_order: 'is of a project, which is counted',
  duty_team: 'consists of accounts, which are counted, and calls nobody without them',
  notify_rule: 'tells of the gateways and devices of the branch, which are counted',
  message_template: 'is used by staff of the branch, who are counted',
  message_task: 'goes to accounts of the branch, which are counted',
  open_access: 'shows partners rows of the branch, which are counted, and ends with its company',
  push_endpoint: 'pushes events of projects of the branch, which are counted',
  project_push: 'pushes events of projects of the branch, which are counted',
  upgrade_task: 'upgrades gateways and devices of the branch, which are counted',
}

/** What depends on a company, one line per kind: `Accounts 2 (desk, night desk)`. Empty if there is nothing. Its administrator is deleted with it. */
export const dependantsOf = async (systemDb: Kysely<Tables>, company: StoredCompany, locale: Language): Promise<string> => {
  const db = branchOf(systemDb, company.path)
  const count = sql<number>`count(*) over ()`.as('n')
  const admin = company.admin_account_id ?? 0
  const [companies, accounts, customers, projects, gateways, devices] = await Promise.all([
    db
      .selectFrom('company')
      .select(['name', count])
      .where('id', '<>', company.id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(named)
      .execute(),
    db
      .selectFrom('account')
      .select(['account as name', count])
      .where('id', '<>', admin)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(named)
      .execute(),
    db
      .selectFrom('customer')
      .select(['name', 'type', count])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(named)
      .execute(),
    db.selectFrom('project').select(['name', count]).where('deleted_at', 'is', null).orderBy('id').limit(named).execute(),
    db.selectFrom('gateway').select(['code as name', count]).where('deleted_at', 'is', null).orderBy('id').limit(named).execute(),
    db.selectFrom('device').select(['code as name', count]).where('deleted_at', 'is', null).orderBy('id').limit(named).execute(),
  ])
  const shown = customers.map((row) => ({ ...row, name: shownName(row.type, row.name) }))
  const found = { companies, accounts, customers: shown, projects, gateways, deviceCount: devices }
  return Object.entries(found)
    .flatMap(([field, rows]) => {
      const [first] = rows
      if (!first) return []
      const names = [...rows.map((row) => row.name), ...(first.n > rows.length ? ['…'] : [])]
      return `\n${groups[locale](fieldName(locale, field), first.n, listedIn(locale, names))}`
    })
    .join('')
}
