import { connectAsync, type MqttClient } from 'mqtt'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { newSite, type Site } from './linked-rule.fixture.ts'

let server: TestServer
let north: string
let operator: string
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  north = await server.tokenOf(server.world.accounts.northAdmin)
  operator = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())

let site: Site
let smokeType: number
const clients: MqttClient[] = []

const addSite = (company = server.world.companies.north, more: object = {}) => newSite(server, operator, company, more)
beforeEach(async () => {
  site = await addSite()
  const type = await server.db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  smokeType = type.id
})
afterEach(async () => {
  await server.db.updateTable('linked_rule').set({ enabled: false }).execute()
  for (const client of clients.splice(0)) await client.endAsync(true)
})

const rule = (more: object = {}) => ({
  projectId: site.projectId,
  name: `Rule ${randomBytes(4).toString('hex')}`,
  modelId: site.smoke.modelId,
  trigger: 'alarm',
  alarmTypeId: smokeType,
  commandId: site.commandId,
  targetIds: [site.sounder.id],
  pauseS: 60,
  ...more,
})
const post = (path: string, input: object, token = north) =>
  server.call('POST', `web/rule/${path}`, input as Record<string, unknown>, token)
const save = async (more: object = {}): Promise<number> => {
  const answer = await post('create', rule(more))
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
/** The gateway of the site on a real connection. */
const connect = async (at = site) => {
  const client = await connectAsync(server.mqttUrl ?? '', { username: at.gateway.code, password: at.gateway.code.slice(2) })
  clients.push(client)
  const received: { device: string; command: string }[] = []
  client.on(
    'message',
    (_topic, payload) => void received.push(JSON.parse(payload.toString()) as { device: string; command: string }),
  )
  await client.subscribeAsync(`ew/v1/${at.gateway.code}/command`, { qos: 1 })
  const report = (device: string, code = 'smoke') =>
    client.publishAsync(`ew/v1/${at.gateway.code}/report`, JSON.stringify({ reports: [{ device, code, format: 'EW' }] }), {
      qos: 1,
    })
  return { received, report }
}
const runsOf = (ruleId: number) =>
  server.db.selectFrom('linked_rule_run').selectAll().where('rule_id', '=', ruleId).orderBy('id').execute()
const ran = (ruleId: number, count = 1) =>
  vi.waitFor(async () => expect(await runsOf(ruleId)).toHaveLength(count), { timeout: 60_000, interval: 50 })
const settled = () =>
  vi.waitFor(async () => expect(await server.db.selectFrom('rule_signal').select('id').execute()).toEqual([]), {
    timeout: 60_000,
    interval: 50,
  })
/** Time for every process to learn of a saved rule. */
const known = () => delay(200)

describe('a rule', () => {
  test('sends its command when its alarm is reported, once within its pause, and each run is recorded', async () => {
    const gateway = await connect()
    const id = await save()
    await known()
    await gateway.report(site.smoke.code)
    await ran(id)
    await vi.waitFor(() => expect(gateway.received).toMatchObject([{ device: site.sounder.code, command: 'sound' }]), 30_000)
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ outcome: 'sent', device_code: site.smoke.code, source_code: 'smoke' })
    const sent = await server.db
      .selectFrom('sent_command')
      .select(['rule_id', 'requested_by'])
      .where('id', '=', run?.steps[0]?.commandId ?? 0)
      .executeTakeFirstOrThrow()
    expect(sent).toEqual({ rule_id: id, requested_by: server.world.accounts.northAdmin.id })
    await gateway.report(site.smoke.code)
    await settled()
    expect(await runsOf(id)).toHaveLength(1)
    const actions = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'linked_rule')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['linkedRule.create', 'linkedRule.run'])
    // The alarm itself is stored like any other.
    expect(await server.db.selectFrom('alarm').select('id').where('device_id', '=', site.smoke.id).execute()).not.toEqual([])
  })
  test.each([
    ['a code', { trigger: 'code', sourceCode: 'SMOKE' }, 'smoke'],
    ['a kind of report', { trigger: 'report', reportType: 'fault' }, 'tamper'],
  ])('starts by %s', async (_what, more, code) => {
    const gateway = await connect()
    // Triggered by the device instead of its model.
    const id = await save({ ...more, modelId: undefined, deviceId: site.smoke.id })
    await known()
    await gateway.report(site.smoke.code, code)
    await ran(id)
    expect((await runsOf(id))[0]?.outcome).toBe('sent')
  })
  test.each([
    ['another code', {}, 'heat'],
    ['another device', {}, 'sounder'],
  ])('is not started by %s', async (_what, more, from) => {
    const gateway = await connect()
    const id = await save(more)
    await known()
    await gateway.report(from === 'sounder' ? site.sounder.code : site.smoke.code, from === 'sounder' ? 'smoke' : from)
    await settled()
    await delay(500)
    expect(await runsOf(id)).toEqual([])
  })
  test('with a dangerous command needs approval by somebody other than its author', async () => {
    site = await addSite(server.world.companies.north, { dangerous: true })
    const gateway = await connect()
    const id = await save()
    await known()
    await gateway.report(site.smoke.code)
    await ran(id)
    const commandId = (await runsOf(id))[0]?.steps[0]?.commandId ?? 0
    const stateOf = async () =>
      (await server.db.selectFrom('sent_command').select('state').where('id', '=', commandId).executeTakeFirstOrThrow()).state
    expect(await stateOf()).toBe('waitingApproval')
    const approve = (token: string) => server.call('POST', 'web/deviceCommand/approve', { id: commandId, agree: true }, token)
    expect((await approve(north)).status).toBe(409)
    expect(await approve(operator)).toMatchObject({ success: true })
    await vi.waitFor(() => expect(gateway.received).toHaveLength(1), 30_000)
  })
  test('with a dangerous command is not approved by its author signed in as somebody else, nor after somebody else enabled it', async () => {
    site = await addSite(server.world.companies.north, { dangerous: true })
    await connect()
    const { northAdmin, siterAdmin } = server.world.accounts
    const through = await server.tokenOf(northAdmin)
    await server.db
      .updateTable('session')
      .set({ issued_by: siterAdmin.id })
      .where('id', '=', (e) =>
        e
          .selectFrom('session')
          .select((s) => s.fn.max('id').as('id'))
          .where('account_id', '=', northAdmin.id),
      )
      .execute()
    const saved = await post('create', rule(), through)
    expect(saved, saved.msg).toMatchObject({ success: true })
    const { id } = saved.data as { id: number }
    for (const enabled of [false, true]) expect(await post('forbidden', { id, enabled })).toMatchObject({ success: true })
    const row = await server.db.selectFrom('linked_rule').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ edited_by: northAdmin.id, edited_for: siterAdmin.id, updated_by: northAdmin.id })
    await known()
    const signal = {
      project_id: site.projectId,
      device_id: site.smoke.id,
      report_type: 'alarm',
      alarm_type_id: smokeType,
    } as const
    await server.db
      .insertInto('rule_signal')
      .values({ ...signal, at: new Date(), format: 'EW', code: 'smoke' })
      .execute()
    await ran(id)
    const commandId = (await runsOf(id))[0]?.steps[0]?.commandId ?? 0
    const approve = (token: string) => server.call('POST', 'web/deviceCommand/approve', { id: commandId, agree: true }, token)
    expect((await approve(operator)).status).toBe(409)
    expect((await approve(north)).status).toBe(409)
  })
  test('is enabled only by those who may send its command', async () => {
    site = await addSite(server.world.companies.north, { senderTypes: ['siter'] })
    const saved = await post('create', rule(), operator)
    const { id } = saved.data as { id: number }
    expect(await post('forbidden', { id, enabled: false })).toMatchObject({ success: true })
    expect((await post('forbidden', { id, enabled: true })).status).toBe(422)
    expect(await post('forbidden', { id, enabled: true }, operator)).toMatchObject({ success: true })
    const own = await save({ commandId: (site = await addSite()).commandId })
    expect(await post('forbidden', { id: own, enabled: false })).toMatchObject({ success: true })
    // Like a role without it: the operation is closed for everybody.
    const operation = (enabled: boolean) =>
      server.db.updateTable('menu').set({ enabled }).where('operation_code', '=', 'sentCommand:send').execute()
    await operation(false)
    try {
      expect((await post('forbidden', { id: own, enabled: true })).status).toBe(403)
    } finally {
      await operation(true)
    }
    expect(await post('forbidden', { id: own, enabled: true })).toMatchObject({ success: true })
  })
  test('checks its place again when it runs', async () => {
    const gateway = await connect()
    const id = await save()
    const elsewhere = await addSite()
    await server.db.updateTable('device').set({ project_id: elsewhere.projectId }).where('id', '=', site.sounder.id).execute()
    await known()
    await gateway.report(site.smoke.code)
    await ran(id)
    expect((await runsOf(id))[0]).toMatchObject({ outcome: 'none', steps: [{ commandId: null, reason: 'ruleTargetMoved' }] })
    await delay(500)
    expect(gateway.received).toEqual([])
  })
  test('sends nothing for an old signal, or for a device on test', async () => {
    const id = await save()
    const { company_id, path } = await server.db
      .selectFrom('device')
      .select(['company_id', 'path'])
      .where('id', '=', site.smoke.id)
      .executeTakeFirstOrThrow()
    const signal = (at: Date) =>
      server.db
        .insertInto('rule_signal')
        .values({
          at,
          project_id: site.projectId,
          device_id: site.smoke.id,
          format: 'EW',
          code: 'smoke',
          report_type: 'alarm',
          alarm_type_id: smokeType,
        })
        .execute()
    await signal(new Date(Date.now() - 120_000))
    await ran(id)
    await server.db
      .insertInto('project_test')
      .values({
        company_id,
        path,
        project_id: site.projectId,
        from_at: new Date(Date.now() - 60_000),
        to_at: new Date(Date.now() + 60_000),
        whole: true,
        reason: 'annual test',
        requested_by: 'desk',
        identity_check: 'onSite',
      } as never)
      .execute()
    await signal(new Date())
    await ran(id, 2)
    expect((await runsOf(id)).map(({ steps }) => steps[0]?.reason)).toEqual(['ruleTooLate', 'ruleOnTest'])
    // None of them started a pause. Neither does a run dated in the future by a clock that was ahead.
    await server.db.deleteFrom('project_test').where('project_id', '=', site.projectId).execute()
    const ahead = new Date(Date.now() + 3_600_000)
    await signal(new Date())
    await ran(id, 3)
    await server.db.updateTable('linked_rule').set({ last_run_at: ahead }).where('id', '=', id).execute()
    await signal(new Date())
    await ran(id, 4)
    const reasons = (await runsOf(id)).map(({ steps }) => steps[0]?.reason)
    expect(reasons.slice(2)).not.toContain('ruleTooLate')
    expect(reasons.slice(2)).not.toContain('ruleOnTest')
  })
  test('is not held up by a signal of a deleted device', async () => {
    const id = await save()
    const row = { at: new Date(), format: 'EW', code: 'smoke', report_type: 'alarm' as const, alarm_type_id: smokeType }
    await server.db
      .insertInto('rule_signal')
      .values({ ...row, project_id: 999_999_999, device_id: 999_999_999 })
      .execute()
    await server.db
      .insertInto('rule_signal')
      .values({ ...row, project_id: site.projectId, device_id: site.smoke.id })
      .execute()
    await ran(id)
    await settled()
    expect((await runsOf(id))[0]?.outcome).toBe('sent')
  })
  test('is not held up by a company whose audit chain is locked, and that company’s rules run afterwards', async () => {
    const { northAgent } = server.world.companies
    const id = await save()
    const { projectId, commandId, smoke, sounder } = await addSite(northAgent)
    const held = await save({ projectId, commandId, modelId: smoke.modelId, targetIds: [sounder.id] })
    const row = { at: new Date(), format: 'EW', code: 'smoke', report_type: 'alarm' as const, alarm_type_id: smokeType }
    // More than are processed at once.
    const theirs = Array.from({ length: 150 }, () => ({ ...row, project_id: projectId, device_id: smoke.id }))
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('audit_chain').selectAll().where('company_id', '=', northAgent.id).forUpdate().executeTakeFirstOrThrow()
      await server.db.insertInto('rule_signal').values(theirs).execute()
      const ours = { ...row, project_id: site.projectId, device_id: site.smoke.id }
      await server.db.insertInto('rule_signal').values(ours).execute()
      await ran(id)
      expect(await runsOf(held)).toEqual([])
    })
    await ran(held)
    await settled()
  })
})

describe('saving', () => {
  test('editing, disabling and deleting leave audit rows', async () => {
    const id = await save()
    const page = await server.call('GET', 'web/rule/page', { projectId: site.projectId }, north)
    const [row] = (page.data as { list: { id: number; version: number; targets: unknown[] }[] }).list
    expect(row).toMatchObject({ id, targets: [{ id: site.sounder.id, code: site.sounder.code }] })
    const { projectId: _project, ...input } = rule({ id, version: row?.version, pauseS: 30 })
    expect(await post('update', input)).toMatchObject({ success: true })
    expect(await post('update', input)).toMatchObject({ status: 409 })
    expect(await post('forbidden', { id, enabled: false })).toMatchObject({ success: true })
    expect(await post('del', { id })).toMatchObject({ success: true })
    const actions = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'linked_rule')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(
      ['create', 'update', 'forbidden', 'del'].map((verb) => `linkedRule.${verb}`),
    )
  })
  test('a rule that triggers itself, directly or through others, is refused, also when it is enabled', async () => {
    expect(await post('create', rule({ modelId: site.sounder.modelId }))).toMatchObject({ status: 422 })
    // From the smoke detector to the sounder, and from the sounder back to the smoke detector.
    const back = await server.call(
      'POST',
      'web/deviceCommand/create',
      { modelId: site.smoke.modelId, name: 'Reset', code: 'reset', encoding: 'json', timeoutS: 30, retries: 0 },
      operator,
    )
    const returning = {
      modelId: site.sounder.modelId,
      commandId: (back.data as { id: number }).id,
      targetIds: [site.smoke.id],
    }
    const first = await save()
    const refused = await post('create', rule(returning))
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.msg).toContain('→')
    await post('forbidden', { id: first, enabled: false })
    await save(returning)
    expect(await post('forbidden', { id: first, enabled: true })).toMatchObject({ status: 422 })
  })
  test('of two rules saved at once that would form a cycle, one is refused', async () => {
    const back = await server.call(
      'POST',
      'web/deviceCommand/create',
      { modelId: site.smoke.modelId, name: 'Reset', code: 'reset', encoding: 'json', timeoutS: 30, retries: 0 },
      operator,
    )
    const returning = { modelId: site.sounder.modelId, commandId: (back.data as { id: number }).id, targetIds: [site.smoke.id] }
    const answers = await Promise.all([post('create', rule()), post('create', rule(returning))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
  test.each([
    ['without what starts it', { alarmTypeId: undefined }, 'alarmTypeId'],
    ['without its code', { trigger: 'code' }, 'sourceCode'],
    ['without its kind of report', { trigger: 'report' }, 'reportType'],
  ])('%s it is refused at its field', async (_what, more, field) => {
    const answer = await post('create', rule(more))
    expect(answer).toMatchObject({ status: 422 })
    expect((answer.data as { fields: { field: string }[] }).fields.map((each) => each.field)).toContain(field)
  })
  test('devices of another project, or without the command, are refused', async () => {
    const elsewhere = await addSite()
    for (const targetIds of [[elsewhere.sounder.id], [site.sounder.id, site.smoke.id]]) {
      const answer = await post('create', rule({ targetIds }))
      expect(answer).toMatchObject({ status: 422 })
    }
    expect(await post('create', rule({ deviceId: elsewhere.smoke.id }))).toMatchObject({ status: 422 })
  })
  test('nobody can make a rule send what they may not send', async () => {
    site = await addSite(server.world.companies.north, { senderTypes: ['siter'] })
    expect(await post('create', rule())).toMatchObject({ status: 422 })
    expect(await post('create', rule(), operator)).toMatchObject({ success: true })
  })
  test('a device’s page shows the rules that it triggers and those that send to it', async () => {
    const id = await save()
    const related = async (deviceId: number) => {
      const { data } = await server.call('GET', 'web/rule/related', { deviceId }, north)
      // Apart from the one that rows.ts adds to every project.
      return (data as { id: number; starts: boolean; receives: boolean }[]).filter((each) => each.id === id)
    }
    expect(await related(site.smoke.id)).toMatchObject([{ id, starts: true, receives: false }])
    expect(await related(site.sounder.id)).toMatchObject([{ id, starts: false, receives: true }])
    const south = await server.tokenOf(server.world.accounts.southAdmin)
    expect((await server.call('GET', 'web/rule/related', { deviceId: site.smoke.id }, south)).status).toBe(404)
  })
  test('a command that a rule uses cannot be deleted', async () => {
    await save()
    expect(await server.call('POST', 'web/deviceCommand/del', { id: site.commandId }, operator)).toMatchObject({ status: 409 })
  })
})
