import { sql } from 'kysely'
import { test } from 'vitest'
import { pageGatewayPresets, pageGateways, selectGateways } from './gateway.reads.ts'
import { availabilityOfGateway, outagesOfGateway } from './gateway-links.reads.ts'
import { gatewayWorld } from './gateway.testing.ts'
test('size', async () => {
  const { world, north, modelId, projectId } = await gatewayWorld()
  const { db, companies } = world
  const figures = async (label: string) => {
    const time = async (name: string, work: () => Promise<unknown>) => {
      await work()
      await work()
      const t0 = performance.now()
      for (let i = 0; i < 5; i++) await work()
      console.log(label, name, ((performance.now() - t0) / 5).toFixed(1), 'ms')
    }
    for (const [n, ctx] of [
      ['north', north],
      ['siter', await world.ctxOf(world.accounts.siterAdmin)],
    ] as const) {
      await time(`${n} first page`, () => pageGateways(ctx, {}))
      await time(`${n} keyword`, () => pageGateways(ctx, { keyword: 'SZ-00123' }))
      await time(`${n} offline`, () => pageGateways(ctx, { online: false, activated: true }))
      await time(`${n} overdue`, () => pageGateways(ctx, { heartbeatOverdue: true }))
      await time(`${n} not activated`, () => pageGateways(ctx, { activated: false }))
      await time(`${n} firmware rare`, () => pageGateways(ctx, { firmware: '9.9.999' }))
      await time(`${n} disabled`, () => pageGateways(ctx, { enabled: false }))
      await time(`${n} model`, () => pageGateways(ctx, { modelId }))
      await time(`${n} project`, () => pageGateways(ctx, { projectId }))
      await time(`${n} by code`, () => pageGateways(ctx, { sort: 'code' }))
      await time(`${n} by last seen`, () => pageGateways(ctx, { sort: 'lastSeenAt' }))
      await time(`${n} stock`, () => pageGatewayPresets(ctx, {}))
      await time(`${n} select`, () => selectGateways(ctx, { keyword: 'SZ-004' }))
    }
    const { id } = await db.selectFrom('gateway').select('id').where('code', '=', 'SZ-000777').executeTakeFirstOrThrow()
    await time('availability', () => availabilityOfGateway(north, { gatewayId: id }))
    await time('outages', () => outagesOfGateway(north, { gatewayId: id }))
  }
  const fill = async (from: number, to: number) => {
    await sql`insert into gateway (company_id, path, model_id, project_id, code, name, secret_hash, activated_at, online, last_seen_at, created_at, firmware, enabled)
      select ${companies.north.id}, ${companies.north.path}, ${modelId}, case when n % 50 = 0 then null else ${projectId}::bigint end, 'SZ-' || lpad(n::text, 6, '0'), 'Size ' || n, '\\x00', now(), n % 500 <> 0,
        now() - (case when n % 500 = 0 then 9000 else 5 end) * interval '1 second', now() - n * interval '1 second', '1.2.' || (n % 7), n % 5000 <> 0 from generate_series(${from}::int, ${to}::int) n`.execute(
      db,
    )
    await sql`insert into device (company_id, path, model_id, gateway_id, code, name, online) select company_id, path, model_id, id, code || '-' || k, 'D', true from gateway, generate_series(1, 4) k where code between ${'SZ-' + String(from).padStart(6, '0')} and ${'SZ-' + String(Math.min(to, from + 20000)).padStart(6, '0')}`.execute(
      db,
    )
    await sql`insert into gateway_link (gateway_id, online, at, noticed_at, cause) select id, k % 2 = 0, now() - k * interval '5 hours', now(), 'silent' from gateway, generate_series(0, 20) k where code between ${'SZ-' + String(from).padStart(6, '0')} and ${'SZ-' + String(Math.min(to, from + 20000)).padStart(6, '0')}`.execute(
      db,
    )
    await sql`vacuum analyze`.execute(db)
  }
  await fill(1, 10000)
  await figures('10k')
  await fill(10001, 100000)
  await figures('100k')
  await world.stop()
}, 400_000)
