import { pages, publicPages } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { isTestCode, readSources } from './import-graph.ts'

const registry = 'packages/contract/src/pages.ts'
const addresses = Object.values({ ...publicPages, ...pages }).filter((address) => address !== publicPages.entry)
/** One of them, or any address of a page of the phone (`mobile/route.ts`). */
const written = new RegExp(`['"\`#}](?:${addresses.join('|')})(?=['"\`?/#$])|['"\`]#/\\w`, 'i')

/** The lines of a source that write the address of a page themselves instead of reading it from the registry. */
const addressesIn = (text: string): string[] =>
  text.split('\n').filter((line) => written.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))

// Tests write addresses: they say what people open.
test('no page has its address written anywhere but in the registry', () => {
  const sources = [...readSources(), ...readSources('scripts')].filter(([file]) => file !== registry && !isTestCode(file))
  expect(sources.flatMap(([file, text]) => addressesIn(text).map((line) => `${file}: ${line.trim()}`))).toEqual([])
})

test.each([
  "await sendMessages(write, people, 'joinEnded', params, '/project/projectJoinList')",
  'const link = `/alarm/alarmLogList/detail?id=${row.id}`',
  '<a href={`#/order/repairOrderList?create=1`}>',
  'mail(`${publicUrl}/#/device/deviceList/detail?id=${id}`)',
  "void navigate({ to: '/system/ROLEMANAGE' })",
  '<a className="m-back" href="#/orders">',
])('%s is found', (line) => {
  expect(addressesIn(line)).toEqual([line])
})
