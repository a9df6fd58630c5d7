import type { Insertable } from 'kysely'
import { appendAudit } from '../src/platform/audit.ts'
import { systemActor, systemOrigin, type Ctx } from '../src/platform/context.ts'
import type { Tables } from '../src/tables/index.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const checklist = [
  'Call the control room',
  'Send somebody to the room with a radio',
  'Call 119 if fire is seen',
  'Start the broadcast and clear the floor',
  'Open the gate for the fire engines',
]

type Causes = readonly Insertable<Tables['alarm']>['cause'][]
/** Device of the tower, and the causes of its false alarms, the latest first. */
const nuisances: readonly (readonly [device: number, causes: Causes])[] = [
  [2, ['cooking', 'cooking', 'steam', 'cooking', 'cooking', 'unknown']],
  [5, ['dust', 'dust', 'construction']],
  [8, ['steam', 'insects']],
  [11, ['deviceDefect']],
]

/**
 * What an alarm desk has behind it: a checklist, a fire that was worked from the first signal to the closing a week ago, and false alarms. Rows of
 * the past cannot be made by the verbs, which write the present.
 */
export const seedDemoAlarms = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now().getTime()
  await ctx.systemDb.transaction().execute(async (tx) => {
    const tower = await tx.selectFrom('project').selectAll().where('name', 'like', 'Riverside%').executeTakeFirstOrThrow()
    const devices = await tx
      .selectFrom('device')
      .select(['id', 'code', 'gateway_id'])
      .where('project_id', '=', tower.id)
      .orderBy('id')
      .execute()
    const by = await tx.selectFrom('account').select('id').where('account', '=', 'northduty').executeTakeFirstOrThrow()
    const type = await tx.selectFrom('alarm_type').selectAll().where('code', '=', 'smoke').executeTakeFirstOrThrow()
    await tx.insertInto('alarm_checklist').values({ project_id: tower.id, items: checklist }).execute()
    const owner = { company_id: tower.company_id, path: tower.path, customer_id: tower.customer_id, project_id: tower.id }

    const insert = async (device: (typeof devices)[number], at: number, more: Partial<Insertable<Tables['alarm']>>) => {
      const { id } = await tx
        .insertInto('alarm')
        .values({
          ...owner,
          gateway_id: device.gateway_id,
          device_id: device.id,
          type_id: type.id,
          level: type.level,
          source_format: 'EW',
          source_code: 'smoke',
          source_active: false,
          first_at: new Date(at),
          last_at: new Date(at),
          stored_at: new Date(at + 9),
          restored_at: new Date(at + 4 * minute),
          shown_at: new Date(at + 610),
          confirmed_at: new Date(at + 31_400),
          confirmed_by: by.id,
          closed_at: new Date(at + 14 * minute),
          closed_by: by.id,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const steps: readonly (readonly [step: Insertable<Tables['alarm_journey']>['step'], after: number, detail?: object])[] = [
        ['deviceTime', -340],
        ['received', 0],
        ['decoded', 2],
        ['stored', 9],
        ['pushed', 140],
        ['shown', 610],
        ['confirmed', 31_400],
        ['restored', 4 * minute],
        [
          more.state === 'misreport' ? 'misreport' : 'cleared',
          14 * minute,
          { handleWay: more.handle_way, cause: more.cause, note: more.note },
        ],
      ]
      const people = new Set(['shown', 'confirmed', 'cleared', 'misreport'])
      await tx
        .insertInto('alarm_journey')
        .values(
          steps.map(([step, after, detail = {}]) => ({
            alarm_id: id,
            at: new Date(at + after),
            step,
            actor_id: people.has(step) ? by.id : null,
            detail: JSON.stringify(detail),
          })),
        )
        .execute()
      return id
    }

    const [first] = devices
    if (!first) return
    const at = now - 7 * day - 5 * hour
    const fire = await insert(first, at, {
      state: 'cleared',
      handle_way: 'onSite',
      note: 'Waste bin on fire, put out by the guard',
    })
    const ofFire = { ...owner, alarm_id: fire, device_id: first.id }
    await tx
      .insertInto('alarm_closing')
      .values({
        ...ofFire,
        result: 'realFire',
        brigade_called_at: new Date(at + 3 * minute),
        losses: 'One bin, soot',
      })
      .execute()
    await tx
      .insertInto('alarm_note')
      .values({
        ...ofFire,
        at: new Date(at + 6 * minute),
        account_id: by.id,
        text: 'The guard is in the room, smoke only, the bin is out.',
      })
      .execute()
    const person = await tx
      .selectFrom('project_notifier')
      .select(['id', 'name', 'role', 'phone'])
      .where('project_id', '=', tower.id)
      .orderBy('seq')
      .limit(2)
      .execute()
    await tx
      .insertInto('alarm_check')
      .values(
        checklist.slice(0, 3).map((text, i) => ({
          alarm_id: fire,
          text,
          done: true,
          at: new Date(at + (i + 1) * minute),
          account_id: by.id,
        })),
      )
      .execute()
    for (const [i, { id, ...called }] of person.entries()) {
      const made = { at: new Date(at + 45_000 + i * 40_000), account_id: by.id, result: i === 0 ? 'busy' : 'answered' } as const
      await tx
        .insertInto('alarm_call')
        .values({ ...called, ...made, alarm_id: fire, notifier_id: id })
        .execute()
      await tx
        .insertInto('alarm_journey')
        .values({
          alarm_id: fire,
          at: made.at,
          step: 'called',
          actor_id: by.id,
          detail: JSON.stringify({ name: called.name, callResult: made.result }),
        })
        .execute()
    }
    for (const [index, causes] of nuisances) {
      const device = devices[index]
      if (!device) continue
      for (const [i, cause] of causes.entries())
        await insert(device, now - (2 + i * 4) * day - (index + 7) * hour, {
          state: 'misreport',
          cause,
          note: 'Checked on site',
        })
    }
    const entry = {
      action: 'demo.seed' as const,
      object: { kind: 'project' as const, id: tower.id, name: tower.name },
      owner: { companyId: tower.company_id, path: tower.path },
    }
    await appendAudit(tx, [entry], systemActor, systemOrigin, new Date(now))
  })
}
