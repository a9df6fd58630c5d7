import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  allEndpoints,
  endpoints,
  enums,
  errorCatalogue,
  checkRoute,
  mayCall,
  menus,
  keyRightOf,
  liveThings,
  operationCodes,
  operationsIn,
  operationsOfRight,
  operationLabel,
  orderGraphs,
  patterns,
  things,
  type Endpoint,
  type MenuNode,
  type MenuSeed,
  type Thing,
  pageAddress,
  pageHref,
  pages,
  publicPages,
} from './index.ts'
import * as contract from './index.ts'
import { en } from './texts/en.ts'
import type { FeatureTexts } from './texts/joined.ts'
import { features, zh } from './texts/zh.ts'
import { enums as sharedEnums } from './texts/zh/enums.ts'
import { errors as sharedErrors } from './texts/zh/errors.ts'
import { fields as sharedFields } from './texts/zh/fields.ts'
import { reasons as sharedReasons } from './texts/zh/reasons.ts'

/** Every text of a pack with its path; keys may hold dots themselves. */
const textsOf = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`))
    : [[path, String(value)]]
const zhTexts = textsOf(zh)
const enTexts = new Map(textsOf(en))
const placeholders = (text = ''): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort()

/** The state graphs among the exports. */
const isGraph = (value: unknown): value is { preconditions: object } =>
  typeof value === 'object' && value !== null && 'preconditions' in value

describe('texts', () => {
  test('zh and en hold the same keys', () => {
    expect([...enTexts.keys()].sort()).toEqual(zhTexts.map(([path]) => path).sort())
  })
  test.each(zhTexts.filter(([, text]) => placeholders(text).length > 0))(
    '%s has the same placeholders in both languages',
    (path, text) => {
      expect(placeholders(enTexts.get(path))).toEqual(placeholders(text))
    },
  )
  test('no text is empty, and no English text holds Chinese', () => {
    for (const [path, text] of zhTexts) {
      expect(text, path).toMatch(/\S/)
      expect(enTexts.get(path), path).toMatch(/\S/)
      expect(enTexts.get(path), path).not.toMatch(/[\u4e00-\u9fff]/)
    }
  })
  test('no two features name the same', () => {
    const shared: FeatureTexts = { fields: sharedFields, enums: sharedEnums, errors: sharedErrors, reasons: sharedReasons }
    const names = [shared, ...features].flatMap((texts: FeatureTexts) =>
      Object.entries(texts).flatMap(([kind, words]) => Object.keys(words as object).map((name) => `${kind}.${name}`)),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
  test('every enumeration value, error, rule, menu and operation has a text', () => {
    for (const [name, values] of Object.entries(enums))
      expect(Object.keys((zh.enums as Record<string, object>)[name] ?? {}).sort()).toEqual([...values].sort())
    expect(Object.keys(zh.errors).sort()).toEqual(Object.keys(errorCatalogue).sort())
    for (const rule of Object.keys(patterns)) expect(zh.rules).toHaveProperty(rule)
    expect(Object.keys(zh.menus).sort()).toEqual(menus.map(({ code }) => code).sort())
    for (const code of operationCodes) expect(operationLabel(zh.operations, code)).not.toBe(code)
    for (const code of Object.keys(zh.operations.own)) expect(operationCodes).toContain(code)
    const graphs = Object.values<unknown>(contract).filter(isGraph)
    expect(graphs.length).toBeGreaterThan(10)
    for (const graph of [...graphs, ...Object.values(orderGraphs)])
      for (const reason of Object.keys(graph.preconditions)) expect(zh.reasons).toHaveProperty(reason)
  })
  test('every input field has a name', () => {
    const nameless = new Set<string>()
    const visit = (schema: { properties?: Record<string, object>; items?: object }): void => {
      for (const [field, inner] of Object.entries(schema.properties ?? {})) {
        if (!(field in zh.fields)) nameless.add(field)
        visit(inner)
      }
      if (schema.items) visit(schema.items)
    }
    for (const { entry } of allEndpoints) visit(entry.input)
    expect([...nameless]).toEqual([])
  })
})

describe('error codes', () => {
  test('are unique, and 103 is the invalid session', () => {
    const codes = Object.values(errorCatalogue).map((each) => each.code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(errorCatalogue.sessionInvalid.code).toBe(103)
  })
})

describe('who may call', () => {
  const held = (...codes: string[]) => new Set(codes)
  test('any one operation of the access suffices, together with the additional one if there is any', () => {
    const either = { access: ['account:create', 'account:update'] } as const
    expect([held('account:update'), held('account:del')].map((each) => mayCall(either, true, each))).toEqual([true, false])
    const both = { access: 'customer:view', also: 'alarm:view' } as const
    const holders = [held('customer:view'), held('alarm:view'), held('customer:view', 'alarm:view')]
    expect(holders.map((each) => mayCall(both, true, each))).toEqual([false, false, true])
    expect(mayCall(both, false, held('customer:view', 'alarm:view'))).toBe(false)
  })
  test('a customer’s alarms and an account’s orders are rows of other pages', () => {
    expect([endpoints.customerSite.alarms.also, endpoints.accountOrder.repair.also]).toEqual(['alarm:view', 'repairOrder:view'])
  })
})

describe('endpoints', () => {
  const codesOf = ({ access }: Endpoint): readonly string[] => operationsIn(access)
  test('no path is declared twice', () => {
    const paths = allEndpoints.map(({ entry }) => entry.path)
    expect(new Set(paths).size).toBe(paths.length)
  })
  test('every operation code is some endpoint’s, and every endpoint’s code has a menu entry', () => {
    const used = new Set(allEndpoints.flatMap(({ entry }) => [...codesOf(entry), ...(entry.also ? [entry.also] : [])]))
    for (const code of used) expect(operationCodes).toContain(code)
    for (const code of operationCodes) if (code !== 'message:view') expect([...used], code).toContain(code)
  })
  test('every right of a key opens some call, and amounts to operations that exist', () => {
    expect(new Set(allEndpoints.flatMap(({ entry }) => keyRightOf(entry.access) ?? []))).toEqual(new Set(enums.openRight))
    for (const code of Object.values(operationsOfRight).flat()) expect(operationCodes).toContain(code)
  })
  test('all calls of the open API ask for a key, and no others do', () => {
    const asking = allEndpoints.filter(({ entry }) => keyRightOf(entry.access) !== undefined)
    expect(asking).toEqual(allEndpoints.filter(({ entry }) => entry.path.startsWith('open/')))
    expect(mayCall({ access: { key: 'alarm:read' } }, true, new Set(operationCodes))).toBe(false)
  })
  test('writing calls are never public, except for signing in', () => {
    const open = allEndpoints
      .filter(({ entry }) => entry.access === 'public' && entry.method === 'POST')
      .map(({ entry }) => entry.path)
    expect(open.sort()).toEqual([
      'web/account/autoLogin',
      'web/account/login',
      'web/account/login/code',
      'web/account/register',
      'web/commons/company/code/login',
      'web/data/displays/kiosk/open',
    ])
  })
  test('a kiosk session reads the big screen, its live stream and its map, and nothing else', () => {
    const open = allEndpoints.filter(({ entry }) => entry.kiosk)
    expect(open.map(({ name }) => name).sort()).toEqual([
      'largeScreen.alarms',
      'largeScreen.duty',
      'largeScreen.figures',
      'largeScreen.map',
      'largeScreen.screen',
      'largeScreen.statistics',
      'largeScreen.waiting',
      'live.stream',
      'map.areas',
      'map.config',
    ])
    for (const { entry } of open) expect(entry.method).toBe('GET')
  })
  test('the actions of the big screen are those of the alarm list, at another address', () => {
    const { confirm, resolve, misreport, exportAlarms: list, createRepair } = endpoints.largeScreen
    const bare = ({ path: _path, ...entry }: Endpoint): object => entry
    expect([confirm, resolve, misreport, list, createRepair].map(bare)).toEqual(
      [
        endpoints.alarm.confirm,
        endpoints.alarm.resolve,
        endpoints.alarm.misreport,
        endpoints.alarm.export,
        endpoints.repairOrder.create,
      ].map(bare),
    )
  })
  test('whatever may name a person is marked, so that the log of calls masks it', () => {
    const aboutPeople = allEndpoints.filter(({ entry }) => /^web\/(account|customer)\//.test(entry.path))
    for (const { name, entry } of aboutPeople) {
      const naming = ['name', 'keyword'].filter((field) => field in entry.input.properties)
      // A person's lists of orders, projects and devices search those, not people's names.
      if (/alarms|projects|devices|order/.test(entry.path)) continue
      expect(entry.persons ?? [], name).toEqual(naming)
    }
  })
  test('whatever hands out or takes a secret says for how long: in person, lasting, or to sign in', () => {
    interface Node {
      readonly type?: string
      readonly properties?: Readonly<Record<string, Node>>
      readonly items?: Node
    }
    const isSecret = (field: string, { type }: Node): boolean =>
      (/(?:secret|password|pwd|token|ticket|linkKey)$/i.test(field) && type === 'string') ||
      /^(?:recoveryCodes|passwordFileId)$/.test(field)
    const holds = (node: Node): boolean =>
      Object.entries(node.properties ?? {}).some(([field, each]) => isSecret(field, each) || holds(each)) ||
      (node.items !== undefined && holds(node.items))
    const undeclared = allEndpoints
      .filter(({ entry }) => entry.access !== 'public' && keyRightOf(entry.access) === undefined)
      .filter(({ entry }) => !entry.inPerson && !entry.lasting)
      .filter(({ entry }) => holds(entry.input as Node) || holds(entry.output as Node))
      .map(({ name }) => name)
      // Reading a file of one-time passwords asks again what its import did (features/base/file).
      .filter((name) => name !== 'file.tasks' && !name.endsWith('.importResult'))
    // What callers are asked for at the desk: whoever handles a fire must be able to check it, and it opens nothing here.
    expect(undeclared).toEqual(['projectNotifier.showPasswords'])
  })
  describe('what is stale after a write or a live event', () => {
    const ofConsole = allEndpoints.filter(({ entry }) => keyRightOf(entry.access) === undefined)
    const reads = ofConsole.filter(({ entry }) => entry.shows !== undefined)
    test('every read says what it shows, and every write what it changes', () => {
      const undeclared = ofConsole.filter(({ entry: { method, shows, changes } }) =>
        method === 'GET' ? !shows : (shows === undefined) === (changes === undefined),
      )
      expect(undeclared.map(({ name }) => name)).toEqual([])
    })
    test('every thing is shown by a read, and changed by a write or told by live events', () => {
      const shown = new Set(reads.flatMap(({ entry }) => entry.shows ?? []))
      expect(things.filter((thing) => !shown.has(thing))).toEqual([])
      const changed = new Set<Thing>([...liveThings, ...ofConsole.flatMap(({ entry }) => entry.changes ?? [])])
      expect(things.filter((thing) => !changed.has(thing))).toEqual([])
    })
    test('a deletion names nothing but the rows that are gone', () => {
      const deletions = ofConsole.filter(({ entry }) => entry.deletes)
      expect(deletions.length).toBeGreaterThan(40)
      for (const { name, entry } of deletions) expect(['id', 'ids'], name).toContain(Object.keys(entry.input.properties).join())
    })
  })
  test('inputs refuse unknown fields, at every depth', () => {
    interface Node {
      readonly type?: string
      readonly additionalProperties?: boolean
      readonly properties?: Readonly<Record<string, Node>>
      readonly patternProperties?: Readonly<Record<string, Node>>
      readonly items?: Node
    }
    const open: string[] = []
    const visit = (node: Node, path: string): void => {
      if ((node.type === 'object' || node.properties) && !node.patternProperties && node.additionalProperties !== false)
        open.push(path)
      // `record`: any names, each with a value of the schema.
      const inner = { ...node.properties, ...node.patternProperties, ...(node.items ? { '[]': node.items } : {}) }
      for (const [name, each] of Object.entries(inner)) visit(each, `${path}.${name}`)
    }
    for (const { name, entry } of allEndpoints) visit(entry.input as Node, name)
    expect(open).toEqual([])
  })
})

describe('the calls of the specification', () => {
  const lines = readFileSync(new URL('../fixtures/endpoints.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const named = lines.flatMap((line) => {
    const [method = '', path = '', what = ''] = line.split('\t')
    const [, before = path, choices, after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(path) ?? []
    return (choices ? choices.split('|').map((choice) => `${before}${choice}${after}`) : [path]).map((each) => ({
      method,
      path: each,
      what,
    }))
  })
  const built = new Map(allEndpoints.map(({ entry }) => [entry.path, entry.method]))
  /** Calls of our own below a family of the specification; they do not count as building it. */
  const ours = ['web/device/unknown/', 'web/report/param/unknown/']
  const ofFamilies = [...built.keys()].filter((path) => !ours.some((each) => path.startsWith(each)))
  const matches = (path: string): string[] =>
    path.endsWith('/*') ? ofFamilies.filter((each) => each.startsWith(path.slice(0, -1))) : built.has(path) ? [path] : []

  test('each is built', () => {
    expect(named.filter(({ path }) => matches(path).length === 0).map(({ path }) => path)).toEqual([])
  })
  test('each has the method of the specification', () => {
    const exact = named.filter(({ method, path }) => method !== '*' && !path.endsWith('/*') && built.has(path))
    expect(exact.map(({ path }) => [path, built.get(path)])).toEqual(exact.map(({ method, path }) => [path, method]))
  })
})

describe('routes', () => {
  const node = (url: string, isPermission: 'Y' | 'N', state: 'Y' | 'N' = 'Y', childList: MenuNode[] = []): MenuNode => ({
    code: url,
    name: url,
    url,
    icon: '',
    operationCode: null,
    isOperation: 'N',
    isMainMenu: 'Y',
    isPermission,
    state,
    childList,
  })
  const tree = [
    node('#', 'Y', 'Y', [
      node('/system/roleManage', 'N'),
      node('/alarm/alarmLogList', 'Y'),
      node('/order/repairOrderList', 'Y', 'N'),
    ]),
  ]
  test.each([
    ['/alarm/alarmLogList', true],
    ['/ALARM/alarmloglist', true],
    ['/alarm/alarmLogList/detail', true],
    ['/system/roleManage', false],
    ['/system/rolemanage/detail', false],
    ['/order/repairOrderList', false],
    ['/system/roleManageOther', true],
    ['/user/profile', true],
  ])('%s open: %s', (path, open) => {
    expect(checkRoute(path, tree).open).toBe(open)
  })
  test('every address that was given out leads to a page', () => {
    const lines = readFileSync(new URL('../fixtures/routes.txt', import.meta.url), 'utf8').split('\n')
    const given = lines.filter((line) => line && !line.startsWith('#')).map((line) => line.replace('+', ''))
    expect(new Set(given).difference(new Set<string>(Object.values({ ...publicPages, ...pages })))).toEqual(new Set())
    expect(given.length).toBeGreaterThan(100)
  })
  test('the link to a page has what is given of its query', () => {
    expect(pageAddress('alarmDetail', { id: 7, tab: undefined })).toBe('/alarm/alarmLogList/detail?id=7')
    expect(pageHref('projectDetail', { id: 7, tab: 'tests' })).toBe('#/project/projectList/detail?id=7&tab=tests')
    expect(pageAddress('alarmList', { keyword: 'a b&c', open: true, projectId: null })).toBe(
      '/alarm/alarmLogList?keyword=a%20b%26c&open=true',
    )
    expect(pageAddress('noAuth', { fromUrl: '' })).toBe('/noAuth')
  })
  test('menu entries form a tree of groups and pages', () => {
    const entries: readonly MenuSeed[] = menus
    for (const entry of entries) {
      if (entry.parent !== null) expect(entries.some((each) => each.code === entry.parent && each.url === '#')).toBe(true)
      if (entry.url === '#') expect(entry.operations).toEqual([])
      else expect(entry.operations.length).toBeGreaterThan(0)
    }
  })
})
