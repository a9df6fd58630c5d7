import { faultDetail } from '../packages/server/src/features/fault/fault-detail.reads.ts'
import { pageFaults, pageFaultsByState } from '../packages/server/src/features/fault/fault.reads.ts'
import { repairsOfAlarm } from '../packages/server/src/features/repair-story/repair-story.reads.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { fillFaults } from './fault-world.ts'
import { callers, median } from './list-times.ts'
import { addTree, openBenchWorld } from './world.ts'

// Fills a database with faults and orders and times the fault list, its tab counts and its page: `node bench/faults.ts [faults] [orders]`.

const faults = Number(process.argv[2] ?? 1_000_000)
const orders = Number(process.argv[3] ?? 200_000)
const devices = Math.min(100_000, faults / 10)

const world = await openBenchWorld()
try {
  const tree = await addTree(world.db)
  const from = performance.now()
  await fillFaults(world.db, tree.agents, { faults, orders, devices })
  console.info(`${faults} faults, ${orders} orders, ${devices} devices in ${Math.round((performance.now() - from) / 1000)} s`)
  const project = await world.db.selectFrom('project').select('id').where('path', '=', tree.agent).executeTakeFirstOrThrow()
  const open = await world.db
    .selectFrom('fault')
    .select(['id', 'device_id'])
    .where('state', '=', 'processing')
    .where('path', '=', tree.agent)
    .executeTakeFirstOrThrow()
  const lists: Record<string, object> = {
    all: {},
    pending: { state: 'pending' },
    processing: { state: 'processing' },
    solved: { state: 'solved' },
    'put off': { snoozed: true },
    'came back': { returned: true, state: 'pending' },
    level: { level: 'notice' },
    project: { projectId: project.id },
    device: { deviceId: open.device_id ?? 0 },
    gateway: { gatewayId: 1 },
    'by order': { solvedWay: 'repairOrder' },
    keyword: { keyword: 'DB77' },
    room: { keyword: '123' },
    'page 900': { pageNum: 900 },
  }
  const print = async (name: string, work: (ctx: Ctx) => Promise<unknown>) => {
    const times: string[] = []
    for (const caller of callers) times.push(`${caller} ${(await median(() => work(world.ctxAt(tree[caller])))).toFixed(1)} ms`)
    console.info(`${name.padEnd(24)} ${times.join('   ')}`)
  }
  for (const [name, input] of Object.entries(lists)) {
    await print(`${name}, list`, (ctx) => pageFaults(ctx, input))
    await print(`${name}, with counts`, (ctx) => pageFaultsByState(ctx, input))
  }
  await print('detail', (ctx) => faultDetail(ctx, { id: open.id }))
  await print('repairs of an alarm', (ctx) => repairsOfAlarm(ctx, { id: 1 }))
} finally {
  await world.stop()
}
