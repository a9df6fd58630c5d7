import { randomBytes } from 'node:crypto'
import { allEndpoints } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { hashGatewaySecret } from '../platform/broker/gateway-secret.ts'
import type { TableName, Tables } from '../tables/index.ts'
import { tableFacts } from '../tables/facts.ts'
import type { TableFacts } from '../tables/table-facts.ts'
import { addPlainRow } from './plain-row.ts'
import { addPushRows } from './push-rows.ts'
import { refPaths } from './sample.ts'

/** The company that the rows belong to. */
export interface Owner {
  readonly id: number
  readonly path: string
}

/** Orders besides the repair order, which is `work_order`. */
export type OrderAlias = 'installOrder' | 'inspectOrder' | 'maintenanceOrder'

/**
 * One row of every entity that belongs to a company: what a caller of a sibling company must not be able to touch. `company` is the owner
 * itself, with `agentOne` and `agentTwo` below it. `account` is an ordinary user's.
 */
export type OwnedRows = Readonly<
  Partial<Record<TableName | 'agentOne' | 'agentTwo' | 'customerAccount' | OrderAlias, number | string>>
>

/** Every entity that ids in inputs refer to. */
export const entities: readonly TableName[] = [
  ...new Set(allEndpoints.flatMap(({ entry }) => refPaths(entry.input).map(({ entity }) => entity))),
]

const factsByName: Readonly<Partial<Record<string, TableFacts>>> = tableFacts

/** Entities whose rows belong to a company. Calls with their ids are tested with a foreign row. */
export const isOwned = (entity: string): boolean => {
  const scope = factsByName[entity]?.scope
  if (typeof scope !== 'object') return false
  return 'through' in scope ? isOwned(scope.through[1]) : 'path' in scope
}

/** An app has each version only once. */
let appVersions = 0

/**
 * Adds one row of each owned entity for `owner`, and the product-wide rows they need. Codes are random, so it can be called for any number
 * of companies. An entity not named here gets a plain row; one that needs more is declared in features.test.ts.
 */
export const addOwnedRows = (db: Kysely<Tables>, owner: Owner): Promise<OwnedRows> =>
  db.transaction().execute((tx) => insertRows(tx, owner))

const insertRows = async (db: Kysely<Tables>, owner: Owner): Promise<OwnedRows> => {
  const [mark, owned] = [randomBytes(4).toString('hex'), { company_id: owner.id, path: owner.path }]
  const returning = async <
    T extends
      | 'customer'
      | 'account'
      | 'role'
      | 'project'
      | 'sign_site'
      | 'gateway'
      | 'device'
      | 'work_order'
      | 'fault'
      | 'upgrade_task'
      | 'operator_platform'
      | 'notify_provider'
      | 'message_template'
      | 'message_record',
  >(
    table: T,
    row: object,
  ): Promise<number> =>
    (
      (await db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()) as { id: number }
    ).id

  const type = await db.selectFrom('alarm_type').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const faultType = await db.selectFrom('fault_type').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const projectType = await db
    .insertInto('project_type')
    .values({ code: `T${mark}`, name_zh: '类型', name_en: 'Type' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const series = await db
    .insertInto('device_series')
    .values({ code: `S${mark}`, name: 'Series', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: `M${mark}`, name: 'Model' })
    .returning('id')
    .executeTakeFirstOrThrow()

  const customer = await returning('customer', { ...owned, name: `customer ${mark}` })
  const account = await returning('account', {
    ...owned,
    type: 'user',
    account: `acc${mark}`,
    name: `account ${mark}`,
    password_hash: '-',
  })
  const customerAccount = await returning('account', {
    ...owned,
    type: 'customer',
    customer_id: customer,
    account: `cus${mark}`,
    name: `customer account ${mark}`,
    password_hash: '-',
  })
  const below = async (type: 'agent_one' | 'agent_two'): Promise<number> => {
    const row = {
      parent_id: owner.id,
      path: '',
      type,
      name: `${type} ${mark}`,
      org_code: `${type === 'agent_one' ? 'A1' : 'A2'}-${mark}`,
    }
    const { id } = await db.insertInto('company').values(row).returning('id').executeTakeFirstOrThrow()
    await db
      .updateTable('company')
      .set({ path: `${owner.path}.${id}` })
      .where('id', '=', id)
      .execute()
    return id
  }
  const agentOne = await below('agent_one')
  const agentTwo = await below('agent_two')
  const role = await returning('role', { ...owned, name: `role ${mark}`, type: 'user', level: 8 })
  const project = await returning('project', {
    ...owned,
    customer_id: customer,
    code: `P${mark}`,
    name: `project ${mark}`,
    type_id: projectType.id,
    audit: 'approved',
    maintenance_years: 1,
    inspection_cycle_days: 30,
    maintenance_cycle_days: 90,
  })
  const placed = { ...owned, customer_id: customer, project_id: project }
  const sign_site = await returning('sign_site', { ...placed, name: `site ${mark}` })
  const gateway = await returning('gateway', {
    ...placed,
    model_id: model.id,
    code: `GW${mark}`,
    name: `gateway ${mark}`,
    secret_hash: hashGatewaySecret(mark),
  })
  const device = await returning('device', {
    ...placed,
    gateway_id: gateway,
    model_id: model.id,
    code: `DV${mark}`,
    name: `device ${mark}`,
    bound_at: new Date(),
  })
  const work_order = await returning('work_order', {
    ...placed,
    kind: 'repair',
    code: `R${mark}`,
    status: 'pending_assign',
    origin: 'manual',
    description: `order ${mark}`,
  })
  await db.insertInto('order_device').values({ order_id: work_order, device_id: device }).execute()
  const orderOf = (kind: 'install' | 'inspect' | 'maintenance', prefix: string): Promise<number> =>
    returning('work_order', {
      ...placed,
      kind,
      code: `${prefix}${mark}`,
      status: 'pending_assign',
      origin: 'manual',
      description: `order ${mark}`,
    })
  const installOrder = await orderOf('install', 'N')
  const inspectOrder = await orderOf('inspect', 'I')
  const maintenanceOrder = await orderOf('maintenance', 'M')
  const now = new Date()
  const fault = await returning('fault', {
    ...placed,
    gateway_id: gateway,
    device_id: device,
    point: `d${device}`,
    type_id: faultType.id,
    source_format: 'EW',
    source_code: 'sensor',
    first_at: now,
    last_at: now,
  })
  const alarm = await db
    .insertInto('alarm')
    .values({
      ...placed,
      gateway_id: gateway,
      device_id: device,
      type_id: type.id,
      level: 'fire',
      source_format: 'EW',
      source_code: 'smoke',
      first_at: now,
      last_at: now,
      source_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('alarm_open')
    .values({ point: `d${device}`, type_id: type.id, alarm_id: alarm.id, first_at: now })
    .execute()
  const unknown_report = await db
    .insertInto('unknown_report')
    .values({
      ...placed,
      kind: 'unknownDevice',
      key: `XX${mark}`,
      gateway_id: gateway,
      gateway_code: `GW${mark}`,
      device_code: `XX${mark}`,
      format: 'EW',
      code: 'smoke',
      may_be_alarm: true,
      count: 1,
      first_at: now,
      last_at: now,
      last_report: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = randomBytes(16).toString('hex')
  await db
    .insertInto('file')
    .values({ ...owned, id: file, name: 'photo.png', mime: 'image/png', size: 1, sha256: '-', purpose: 'photo' })
    .execute()
  const operator_platform = await returning('operator_platform', {
    ...owned,
    code: `OP${mark}`,
    name: `platform ${mark}`,
    protocol: 'http',
    enabled: true,
  })
  // Disabled, so that nothing is sent over it.
  const notify_provider = await returning('notify_provider', {
    ...owned,
    channel: 'sms',
    kind: 'httpSms',
    name: `provider ${mark}`,
    priority: 1,
    token: `token${mark}`,
    rate_per_minute: 60,
    timeout_s: 5,
    enabled: false,
  })
  const message_template = await returning('message_template', {
    ...owned,
    code: `T${mark}`,
    name: `template ${mark}`,
    event: 'notice',
    channel: 'mail',
    language: 'en',
    title: 'Title',
    content: 'Text',
    enabled: false,
  })
  const message_record = await returning('message_record', {
    ...owned,
    customer_id: customer,
    project_id: project,
    cause: 'task',
    channel: 'mail',
    receiver: `receiver ${mark}`,
    state: 'sent',
  })
  // Product-wide like its model, and disabled, so that no test finds it among its own.
  const device_command = await db
    .insertInto('device_command')
    .values({ model_id: model.id, code: `C${mark}`, name: `command ${mark}`, enabled: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Product-wide too: a draft, which is never offered to a device.
  const firmware_edition = await db
    .insertInto('firmware_edition')
    .values({
      name: `firmware ${mark}`,
      model_id: model.id,
      target_type: 'device',
      edition_version: '1.0.000',
      file_id: '',
      size: 1,
      sha256: mark,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const offer = { notes_zh: mark, notes_en: mark, upgrade_method: 'optional', app_target: 'all' } as const
  const number = `1.0.${String(++appVersions).padStart(3, '0')}`
  const app_version = await db
    .insertInto('app_version')
    .values({ app: 'user', platform: 'ios', version_number: number, store_url: 'https://apps.example.com/user', ...offer })
    .returning('id')
    .executeTakeFirstOrThrow()
  const upgrade_task = await returning('upgrade_task', {
    ...owned,
    name: `upgrade ${mark}`,
    edition_id: firmware_edition.id,
    target_type: 'project',
    target: JSON.stringify({ projectIds: [project] }),
  })
  const linked_rule = await db
    .insertInto('linked_rule')
    .values({
      ...placed,
      name: `rule ${mark}`,
      trigger: 'alarm',
      alarm_type_id: type.id,
      command_id: device_command.id,
      enabled: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent_command = await db
    .insertInto('sent_command')
    .values({
      ...placed,
      gateway_id: gateway,
      device_id: device,
      command_id: device_command.id,
      code: `C${mark}`,
      name: `command ${mark}`,
      dangerous: true,
      params: '{}',
      wire_params: '{}',
      timeout_s: 30,
      retries: 0,
      resend_unanswered: false,
      uid: `U${mark}`,
      state: 'waitingApproval',
      created_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [hoursAgo, hourAgo] = [new Date(now.getTime() - 7_200_000), new Date(now.getTime() - 3_600_000)]
  const project_test = await db
    .insertInto('project_test')
    .values({
      ...placed,
      from_at: hoursAgo,
      to_at: hourAgo,
      whole: true,
      reason: mark,
      requested_by: mark,
      identity_check: 'onSite',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows: OwnedRows = {
    project_test: project_test.id,
    device_command: device_command.id,
    firmware_edition: firmware_edition.id,
    app_version: app_version.id,
    upgrade_task,
    linked_rule: linked_rule.id,
    sent_command: sent_command.id,
    operator_platform,
    notify_provider,
    message_template,
    message_record,
    ...(await addPushRows(db, owner, { mark, project })),
    customer,
    account,
    customerAccount,
    agentOne,
    agentTwo,
    role,
    project,
    sign_site,
    gateway,
    device,
    work_order,
    installOrder,
    inspectOrder,
    maintenanceOrder,
    fault,
    alarm: alarm.id,
    unknown_report: unknown_report.id,
    file,
    company: owner.id,
  }
  const plain: Partial<Record<TableName, number>> = {}
  for (const entity of entities)
    if (isOwned(entity) && !(entity in rows))
      plain[entity] = await addPlainRow(db, entity, owner, { ...rows, ...plain, team: plain.duty_team })
  return { ...rows, ...plain }
}
