import type { Kysely } from 'kysely'
import { languageOf, demoProjects, type Words } from './demo-tree.ts'
import type { Tables } from '../src/tables/index.ts'

/** An installed device of the demo, with what rows about it need. */
export interface DemoPlace {
  readonly project: string
  readonly language: keyof Words
  readonly code: string
  readonly model: string
  readonly since: number
  /** A point of a panel: it has no battery, and is neither online nor offline. */
  readonly isPoint: boolean
  readonly ids: {
    readonly company_id: number
    readonly path: string
    readonly customer_id: number | null
    readonly project_id: number | null
    readonly gateway_id: number | null
    readonly device_id: number
  }
}

/** The installed devices of the demo, in the order of their ids. */
export const demoPlaces = async (db: Kysely<Tables>): Promise<DemoPlace[]> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('project', 'project.id', 'device.project_id')
    .innerJoin('device_model', 'device_model.id', 'device.model_id')
    .select(['device.id', 'device.code', 'device.company_id', 'device.path', 'device.customer_id', 'device.project_id'])
    .select(['device.gateway_id', 'device.bound_at', 'project.code as project', 'device_model.code as model', 'supervision'])
    .orderBy('device.id')
    .execute()
  const keys = new Map(demoProjects.map((each) => [`P-${each.key.toUpperCase()}`, each]))
  return rows.map(({ id, code, project: name, model, bound_at, supervision, ...ids }) => {
    const project = keys.get(name)
    return {
      project: project?.key ?? '',
      language: languageOf(project?.company ?? ''),
      code,
      model,
      since: bound_at === null ? 0 : new Date(bound_at).getTime(),
      isPoint: supervision !== 'heartbeat',
      ids: { ...ids, device_id: id },
    }
  })
}

/** Who works at the desk, on site and in charge of each side of the demo. */
export const demoPeople = async (db: Kysely<Tables>) => {
  const rows = await db.selectFrom('account').select(['id', 'account']).execute()
  const idOf = (account: string): number => {
    const found = rows.find((row) => row.account === account)
    if (!found) throw new Error(`the demo has no account ${account}`)
    return found.id
  }
  return {
    en: { desk: idOf('northduty'), engineer: idOf('northengineer'), manager: idOf('northadmin') },
    zh: { desk: idOf('southadmin'), engineer: idOf('southengineer'), manager: idOf('southadmin') },
  }
}

/** Inserts in portions, because a statement has at most 65,535 values. */
export const inPortions = async <Row>(
  rows: readonly Row[],
  insert: (portion: readonly Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let at = 0; at < rows.length; at += 500) await insert(rows.slice(at, at + 500))
}
