import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { softDeletedTables, tableFacts } from '../../../tables/facts.ts'
import { leftBehind } from '../../people/company/dependants.ts'

/**
 * Deleting a company looks for dependants (company/dependants.ts). Whatever creates one must lock the company meanwhile (`lockOwner`), or
 * the row ends up under a deleted company. New places that create one are found by their source text.
 */
const counted = [...softDeletedTables].filter((table) => {
  const { scope } = tableFacts[table]
  return typeof scope === 'object' && 'path' in scope && !(table in leftBehind)
})

/** Functions that add rows and leave locking to their callers. */
const adders: Readonly<Record<string, string>> = {
  'people/account/add-account.ts': 'addAccount',
  'people/account/own-account.ts': 'insertRegistration',
  'people/company/company.store.ts': 'insertCompany',
  'people/customer/copy-customer.ts': 'copyCustomer',
  'equipment/device/add-devices.ts': 'addDevices',
}

/** Functions that call `lockOwner` for their callers. */
const lockers: Readonly<Record<string, string>> = {
  'people/account/account.verbs.ts': 'accountOwner',
  'equipment/device/create-device.ts': 'stockOwner',
}

/** Places that lock the company in another way. */
const exceptions: Readonly<Record<string, string>> = {
  'equipment/device/register-device.ts': 'the device stands behind a gateway, which its callers hold and which is counted itself',
}

const folder = join(import.meta.dirname, '../..')
const sources = new Map(
  globSync('*/*/*.ts', { cwd: folder })
    .filter((file) => !/\.(test|fixture|testing)\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
)
const sourceOf = (file: string): string => sources.get(file) ?? ''
const calls = (name: string, text: string): boolean => new RegExp(`(?<!const )\\b${name}\\(`).test(text)

const tables = counted.join('|')
const insertion = new RegExp(
  `(insertInto|insertRow|insertRows)\\(\\s*(\\w+(\\.\\w+)*,\\s*)?['"\`](${tables})['"\`]|insert\\s+into\\s+"?(${tables})\\b`,
  'i',
)
const inserting = [...sources].filter(([, text]) => insertion.test(text)).map(([file]) => file)
const adding = Object.entries(adders).flatMap(([home, name]) =>
  [...sources].filter(([file, text]) => file !== home && calls(name, text)).map(([file]) => file),
)
const locks = (text: string): boolean => ['lockOwner', ...Object.values(lockers)].some((name) => calls(name, text))
const places = [...new Set([...inserting.filter((file) => !(file in adders)), ...adding])]

describe('what depends on a company is created while the company is locked', () => {
  test.each(counted)('%s: the places that create it are found', (table) => {
    const one = new RegExp(insertion.source.replaceAll(tables, table), 'i')
    expect([...sources.values()].some((text) => one.test(text))).toBe(true)
  })

  test.each(places)('%s', (file) => {
    const why = `${file} creates what is counted when a company is deleted: call lockOwner (base/tenant/tenant.rules.ts) before`
    expect(locks(sourceOf(file)) !== file in exceptions, why).toBe(true)
  })

  test('the lists above are up to date', () => {
    for (const file of Object.keys(adders)) expect(inserting, file).toContain(file)
    for (const [file, name] of Object.entries(lockers)) {
      expect(sourceOf(file), file).toContain(`export const ${name} `)
      expect(calls('lockOwner', sourceOf(file)), file).toBe(true)
    }
    for (const file of Object.keys(exceptions)) expect(places, file).toContain(file)
  })
})
