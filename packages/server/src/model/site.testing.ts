import type { Kysely } from 'kysely'
import type { TestWorld, WorldCompany } from '../testing/context.ts'
import type { Tables } from '../tables/index.ts'

/** A device whose story is played, and how its gateway sends. */
export interface Place {
  readonly deviceId: number
  readonly deviceCode: string
  readonly gateway: { readonly code: string; seq: number }
}

const perGateway = 50
let wave = 0

const kindsOf = async (db: Kysely<Tables>) => {
  const tag = `M${Date.now()}`
  const returning = { code: tag, name: tag }
  const type = await db
    .insertInto('project_type')
    .values({ code: tag, name_zh: tag, name_en: tag })
    .returning('id')
    .executeTakeFirstOrThrow()
  const series = await db
    .insertInto('device_series')
    .values({ ...returning, network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await db
    .insertInto('device_model')
    .values({ ...returning, series_id: series.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { typeId: type.id, modelId: model.id }
}

/** Adds devices, fifty per gateway and project. Neighbours belong to several companies, whose audit chains are written one after the other. */
export const placeMaker = async (world: TestWorld): Promise<(count: number) => Promise<Place[]>> => {
  const { db } = world
  const { typeId, modelId } = await kindsOf(db)
  const { north, south, northAgent, southAgent } = world.companies
  const companies: readonly WorldCompany[] = [north, south, northAgent, southAgent]
  return async (count) => {
    const mark = `${++wave}`
    const sites = Array.from({ length: Math.ceil(count / perGateway) }, (_, index) => {
      const company = companies[index % companies.length] ?? north
      return { company_id: company.id, path: company.path, code: `MB-${mark}-${index}` }
    })
    const customers = await db
      .insertInto('customer')
      .values(sites.map(({ company_id, path, code }) => ({ company_id, path, name: code })))
      .returning('id')
      .execute()
    const projects = await db
      .insertInto('project')
      .values(
        sites.map((site, index) => ({
          ...site,
          name: site.code,
          customer_id: customers[index]?.id ?? 0,
          type_id: typeId,
          status: 'maintenance' as const,
          audit: 'approved' as const,
          maintenance_years: 1,
          inspection_cycle_days: 30,
          maintenance_cycle_days: 30,
        })),
      )
      .returning(['id', 'code'])
      .execute()
    const bound = sites.map((site, index) => ({
      ...site,
      customer_id: customers[index]?.id ?? 0,
      project_id: projects.find(({ code }) => code === site.code)?.id ?? 0,
      model_id: modelId,
      name: site.code,
    }))
    const gateways = await db
      .insertInto('gateway')
      .values(bound.map((row) => ({ ...row, secret_hash: Buffer.alloc(32) })))
      .returning(['id', 'code'])
      .execute()
    const senders = new Map(gateways.map(({ id, code }) => [code, { id, code, seq: 0 }]))
    const rows = Array.from({ length: count }, (_, index) => {
      const site = bound[index % bound.length]
      if (!site) throw new Error('no site')
      return { ...site, code: `MD-${mark}-${index}`, gateway_id: senders.get(site.code)?.id ?? 0 }
    })
    const devices: { id: number; code: string }[] = []
    for (let at = 0; at < rows.length; at += 1_000)
      devices.push(
        ...(await db
          .insertInto('device')
          .values(rows.slice(at, at + 1_000))
          .returning(['id', 'code'])
          .execute()),
      )
    const ids = new Map(devices.map(({ id, code }) => [code, id]))
    return rows.map((row) => {
      const gateway = senders.get(row.name)
      if (!gateway) throw new Error('no gateway')
      return { deviceId: ids.get(row.code) ?? 0, deviceCode: row.code, gateway }
    })
  }
}
