import type { Transaction } from 'kysely'
import type { Tables } from '../src/tables/index.ts'
import type { Words } from './demo-tree.ts'

interface DemoCustomer {
  readonly company_id: number
  readonly path: string
  readonly customer_id: number
}

const dayMs = 86_400_000

/** Whom to ask at a customer of the demo, and what was agreed with it. Names are duties, as nobody is meant. */
export const seedDemoCustomer = async (
  tx: Transaction<Tables>,
  customer: DemoCustomer,
  key: string,
  language: keyof Words,
  now: Date,
): Promise<void> => {
  const words = (en: string, zh: string): string => ({ en, zh })[language]
  const dayFrom = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
  await tx
    .insertInto('customer_contact')
    .values([
      { ...customer, seq: 1, name: words('Fire safety manager', '消防安全管理人'), role: 'manager', phone: '010-5550101' },
      {
        ...customer,
        seq: 2,
        name: words('Building services', '物业工程部'),
        role: 'property',
        phone: '010-5550102',
        remark: '24 h',
      },
      {
        ...customer,
        seq: 3,
        name: words('Accounts', '财务部'),
        role: 'finance',
        phone: '010-5550103',
        email: 'accounts@example.com',
      },
    ])
    .execute()
  const ends = dayFrom(25)
  await tx
    .insertInto('customer_contract')
    .values([
      {
        ...customer,
        contract_no: `HT-${key.toUpperCase()}-01`,
        kind: 'monitoring',
        starts_on: dayFrom(-340),
        ends_on: ends,
        amount: '36000.00',
      },
      {
        ...customer,
        contract_no: `HT-${key.toUpperCase()}-00`,
        kind: 'installation',
        starts_on: dayFrom(-700),
        ends_on: dayFrom(-640),
        amount: '128000.00',
      },
    ])
    .execute()
  await tx.updateTable('customer').set({ contract_end: ends }).where('id', '=', customer.customer_id).execute()
}
