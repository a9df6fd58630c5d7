import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  alarmStates,
  allEndpoints,
  applicationStates,
  commandStates,
  errorCatalogue,
  faultStates,
  feedbackStates,
  keyRightOf,
  operationsIn,
  orderGraphs,
  projectServiceStates,
  projectStates,
  pushBody,
  pushEvents,
  pushVersion,
  type Endpoint,
  type PushEvent,
} from '../packages/contract/src/index.ts'
import { drawDistricts } from './districts.ts'
import { en } from '../packages/contract/src/texts/en.ts'

/** The part of a state graph that the page shows, whatever the type of its rows. */
interface Graph {
  readonly name: string
  readonly initial: readonly string[]
  readonly transitions: readonly {
    readonly action: string
    readonly from: readonly string[]
    readonly to: string
    readonly operations: readonly string[]
    readonly needs?: readonly string[]
  }[]
}

const diagram = (title: string, graph: Graph): string => {
  const edges = graph.transitions.flatMap(({ action, from, to, operations, needs }) =>
    from.map(
      (state) =>
        `  ${state} --> ${to}: ${action}${operations.length === 0 ? ' (automatic)' : ''}${needs?.length ? ` [${needs.join(', ')}]` : ''}`,
    ),
  )
  return [
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...graph.initial.map((state) => `  [*] --> ${state}`),
    ...new Set(edges),
    '```',
    '',
  ].join('\n')
}

const statesPage = (): string =>
  [
    '# States\n\nGenerated from the state tables of packages/contract by `node scripts/generate-docs.ts`; do not edit.\n',
    diagram('Alarm', alarmStates),
    diagram('Fault', faultStates),
    diagram('Project', projectStates),
    diagram('Command', commandStates),
    diagram('Application for a project', applicationStates),
    diagram('Service of a project', projectServiceStates),
    ...Object.entries(orderGraphs).map(([kind, graph]) => diagram(`Work order: ${kind}`, graph)),
    diagram('User feedback', feedbackStates),
  ].join('\n')

const accessOf = ({ access, also }: Endpoint): string => {
  const right = keyRightOf(access)
  if (right !== undefined) return `key with ${right}`
  const either = typeof access === 'string' ? access : operationsIn(access).join(' or ')
  return also === undefined ? either : `${typeof access === 'string' ? either : `(${either})`} and ${also}`
}

const apiPage = (): string => {
  const rows = allEndpoints.map(({ entry }) => {
    const fields = Object.keys(entry.input.properties).map((name) =>
      (entry.input as { required?: string[] }).required?.includes(name) ? `${name}*` : name,
    )
    return `| ${entry.method} | /api/${entry.path} | ${accessOf(entry)} | ${entry.summary} | ${fields.join(', ')} |`
  })
  const errors = Object.entries(errorCatalogue)
    .toSorted(([, one], [, other]) => one.code - other.code)
    .map(([name, { code, status }]) => `| ${code} | ${status} | ${name} | ${en.errors[name as keyof typeof en.errors]} |`)
  return [
    '# Calls\n\nGenerated from the endpoints of packages/contract by `node scripts/generate-docs.ts`; do not edit. `*` marks required fields. The full schemas are at /api/docs of a running program.\n',
    '| method | path | access | what | input |\n|---|---|---|---|---|',
    ...rows,
    '\n# Errors\n\n| code | status | name | text |\n|---|---|---|---|',
    ...errors,
    '',
  ].join('\n')
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const pushPage = (): string => {
  const id = '0193a0f2-6b1e-7c3a-9d54-2f8f0a6b7c11'
  const events = (Object.keys(pushEvents) as PushEvent[]).map((event) => {
    const body = { id, type: event, version: pushVersion, timestamp: '2026-11-20T08:00:00.000Z', data: pushEvents[event].example }
    return [`## ${event}`, `${en.enums.pushEvent[event]}. Version ${pushVersion}.`, json(body)].join('\n\n')
  })
  return [
    '# Pushed events\n\nGenerated from packages/contract by `node scripts/generate-docs.ts`; do not edit. How pushing works: [open-platform.md](../open-platform.md). The JSON Schema of every body, by the name of the event: [push-events.schema.json](push-events.schema.json).',
    ...events,
    '',
  ].join('\n\n')
}

/** The JSON Schema of each body, an event a line. */
const pushSchemas = (): string => {
  const lines = (Object.keys(pushEvents) as PushEvent[]).map(
    (event) => `${JSON.stringify(event)}:${JSON.stringify(pushBody(event))}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

const folder = join(import.meta.dirname, '..', 'docs', 'reference')

/** The generated pages by file name. */
export const pages = (): Record<string, string> => ({
  'states.md': statesPage(),
  'calls.md': apiPage(),
  'push-events.md': pushPage(),
  'push-events.schema.json': pushSchemas(),
  'districts.svg': drawDistricts(),
})

/** Which pages no longer match the contract and the tree. */
export const stalePages = (): string[] =>
  Object.entries(pages()).flatMap(([name, text]) => {
    try {
      return readFileSync(join(folder, name), 'utf8') === text ? [] : [name]
    } catch {
      return [name]
    }
  })

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(pages())) writeFileSync(join(folder, name), text)
}
