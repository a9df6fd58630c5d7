import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { call, signIn } from './http-calls.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const devices = 100_000
const projects = 1_000
const wrong = devices / 100
/** Milliseconds between two fires of a gateway during the import. */
const pause = 250

const header = 'code,modelId,name,communicationCode,projectId,gatewayId,roomNumber,installedOn'

interface Progress {
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly done: number
  readonly succeeded: number
  readonly failed: number
  readonly failedFileId: string | null
  readonly problems: readonly { readonly row: number; readonly field: string; readonly msg: string }[]
}

let program: Program
let line: GatewayLine
let alarmed: Site
let token = ''
let sequence = 0
let names: { model: string; gatewayModel: string; foreignGateway: string; places: { project: string; gateway: string }[] }

/** A thousand projects with a gateway each, a gateway elsewhere, and a model that is no detector's. */
const furnish = async (db: Kysely<Tables>): Promise<typeof names> => {
  const site = await createSite(db, projects + 1, 0)
  await sql`
    insert into project (company_id, path, customer_id, code, name, type_id, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days)
    select company_id, path, customer_id, 'IMPORT-' || i, 'Import ' || i, type_id, 'approved', 1, 30, 90
    from project, generate_series(1, ${sql.lit(projects)}) i where id = ${site.projectId}`.execute(db)
  await sql`
    update gateway set project_id = project.id from project
    where project.code = 'IMPORT-' || (gateway.id - ${site.gateways[0]?.id ?? 0}) and gateway.path = ${site.path}`.execute(db)
  await sql`
    insert into device_model (series_id, code, name, is_gateway)
    select series_id, 'GATEWAY', 'Gateway', true from device_model where id = ${site.modelId}`.execute(db)
  const { code } = await db.selectFrom('device_model').select('code').where('id', '=', site.modelId).executeTakeFirstOrThrow()
  await sql`analyze`.execute(db)
  const [foreign, ...own] = site.gateways
  return {
    model: code,
    gatewayModel: 'GATEWAY',
    foreignGateway: foreign?.code ?? '',
    places: own.map((gateway, index) => ({ project: `IMPORT-${index + 1}`, gateway: gateway.code })),
  }
}

const placeOf = (index: number): { project: string; gateway: string } => {
  const place = names.places[index % names.places.length]
  if (!place) throw new Error('no place')
  return place
}

const rightRow = (mark: string, index: number): string => {
  const { project, gateway } = placeOf(index)
  return `${mark}-${index},${names.model},Smoke detector ${index},BUS-${index},${project},${gateway},${100 + (index % 900)},2026-01-02`
}

/** Ten kinds of mistakes, and the field that each must be reported for. */
const wrongRow = (mark: string, index: number): { line: string; field: string } => {
  const { project, gateway } = placeOf(index)
  const { model, gatewayModel, foreignGateway } = names
  const code = `${mark}-${index}`
  const ways = [
    { line: `TAKEN-${index},${model},Code in use,BUS-1,${project},,,`, field: 'code' },
    { line: `${code},${model},No communication code,,${project},,,`, field: 'communicationCode' },
    { line: `${code},no such model,Model,BUS-1,${project},,,`, field: 'modelId' },
    { line: `${code},${gatewayModel},A gateway’s model,BUS-1,${project},,,`, field: 'modelId' },
    { line: `${code},${model},Project,BUS-1,no such project,,,`, field: 'projectId' },
    { line: `${code},${model},Gateway elsewhere,BUS-1,${project},${foreignGateway},,`, field: 'gatewayId' },
    { line: `${code},${model},,BUS-1,${project},${gateway},,`, field: 'name' },
    { line: `?,${model},Code,BUS-1,${project},,,`, field: 'code' },
    { line: `${code},${model},Day,BUS-1,${project},,,31.12.2026`, field: 'installedOn' },
    { line: `${mark}-0,${model},Twice in the file,BUS-1,${project},,,`, field: 'code' },
  ]
  const way = ways[Math.floor(index / 100) % ways.length]
  if (!way) throw new Error('no way')
  return way
}

const upload = async (content: string): Promise<string> => {
  const form = new FormData()
  form.append('purpose', 'import')
  form.append('file', new Blob([content], { type: 'text/csv' }), 'devices.csv')
  const response = await fetch(`${program.url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const answer = (await response.json()) as { success: boolean; msg: string; data: string }
  if (!answer.success) throw new Error(answer.msg)
  return answer.data
}

/** As a person does it: uploads the file, starts the import, and watches its progress until it is done. */
const run = async (content: string) => {
  const began = performance.now()
  const fileId = await upload(content)
  const { importId } = await call<{ importId: number }>(program.url, token, 'POST', 'web/device/import', { fileId })
  let done = -1
  let shownAt = performance.now()
  let longestWait = 0
  for (;;) {
    await delay(500)
    const progress = await call<Progress>(program.url, token, 'GET', 'web/device/import/result', { id: importId })
    const now = performance.now()
    if (progress.done !== done || progress.state === 'done') {
      longestWait = Math.max(longestWait, now - shownAt)
      shownAt = now
      done = progress.done
    }
    if (progress.state === 'failed') throw new Error('the import failed')
    if (progress.state === 'done') return { ...progress, seconds: (now - began) / 1_000, longestWait: longestWait / 1_000 }
  }
}

/** Fires of a gateway until `work` is done: how long each waited for its acknowledgement, that is, until it was on disk (ms). */
const fireMeanwhile = async <T>(work: Promise<T>): Promise<{ result: T; times: number[] }> => {
  let open = true
  const result = work.finally(() => (open = false))
  result.catch(() => undefined)
  const times: number[] = []
  const codes = alarmed.gateways[0]?.devices.map(({ code }) => code) ?? []
  while (open) {
    const device = codes[++sequence % codes.length]
    const began = performance.now()
    await line.send({ seq: sequence, reports: [{ device, code: '1111', format: 'CID' }] })
    times.push(performance.now() - began)
    await delay(pause)
  }
  return { result: await result, times }
}

const failedRows = async (fileId: string | null): Promise<number> => {
  const response = await fetch(`${program.url}/api/file/read?id=${fileId}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  return text.split('\n').filter((each) => each.trim() !== '').length - 1
}

/** A distributor's whole stock in one file, by the console's own calls, while fires come in. */
export const bench: Bench = {
  name: 'import',
  about: `a file of ${devices} devices for ${projects} projects, from its upload until all are there, and another with ${wrong} rows that are wrong in ten ways; a fire every ${pause} ms meanwhile`,
  rounds: 5,
  targets: {
    right_s: { most: 60 },
    right_imported: { least: devices },
    faulty_s: { most: 60 },
    faulty_imported: { least: devices - wrong },
    faulty_told_at_row_and_field: { least: wrong },
    faulty_in_file: { least: wrong },
    progress_wait_s: { most: 5 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    names = await furnish(database.kysely)
    alarmed = await createSite(database.kysely, 1, 50)
    // Codes that are already in use, each at its own place in the file.
    await sql`
      insert into device (company_id, path, customer_id, project_id, model_id, code, name, bound_at)
      select company_id, path, customer_id, id, ${alarmed.modelId}, 'TAKEN-' || i, 'Taken', now()
      from project, generate_series(99, ${sql.lit(devices)}, 100) i where id = ${alarmed.projectId}`.execute(database.kysely)
    await database.close()
    token = await signIn(program.url, 'operator', programPassword)
    const [gateway] = alarmed.gateways
    if (!gateway) throw new Error('no gateway')
    line = new GatewayLine(program.mqttPort, gateway)
  },
  async run(round) {
    const mark = `R${round}`
    const lines = Array.from({ length: devices }, (_, index) => rightRow(mark, index))
    const right = await fireMeanwhile(run([header, ...lines].join('\n')))
    const awaited = new Map<number, string>()
    const faultyLines = Array.from({ length: devices }, (_, index) => {
      if (index % 100 !== 99) return rightRow(`F${round}`, index)
      const { line: row, field } = wrongRow(`F${round}`, index)
      // The header is the sheet's first row.
      awaited.set(index + 2, field)
      return row
    })
    const faulty = await fireMeanwhile(run([header, ...faultyLines].join('\n')))
    const found = faulty.result.problems.filter(({ row, field, msg }) => awaited.get(row) === field && msg !== '')
    const times = [...right.times, ...faulty.times]
    return {
      right_s: right.result.seconds,
      right_imported: right.result.succeeded,
      faulty_s: faulty.result.seconds,
      faulty_imported: faulty.result.succeeded,
      faulty_told_at_row_and_field: new Set(found.map(({ row }) => row)).size,
      faulty_in_file: await failedRows(faulty.result.failedFileId),
      progress_wait_s: Math.max(right.result.longestWait, faulty.result.longestWait),
      fire_p50_ms: quantile(times, 0.5),
      fire_worst_ms: Math.max(...times),
    }
  },
  async tearDown() {
    line.close()
    await program.remove()
  },
}
