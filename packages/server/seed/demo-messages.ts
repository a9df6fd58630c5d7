import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { NotifyStep, ProviderKind } from '@emberwatch/contract'
import type { Tables } from '../src/tables/index.ts'

const carriers = [
  { kind: 'httpSms', channel: 'sms', name: 'Simulated SMS (nothing is sent)' },
  { kind: 'httpVoice', channel: 'voice', name: 'Simulated calls (nobody is called)' },
] as const satisfies { kind: ProviderKind; channel: 'sms' | 'voice'; name: string }[]

/** Whether an address is one of the simulated carrier: its port differs from start to start. */
const isOwn = (url: string | undefined, channel: string): boolean =>
  /^http:\/\/127\.0\.0\.1:\d+\/(\w+)$/.exec(url ?? '')?.[1] === channel

const step = (more: Pick<NotifyStep, 'afterS' | 'receivers' | 'channels'>): NotifyStep => ({
  answerS: 45,
  repeats: 0,
  everyS: 0,
  ...more,
})

/**
 * Providers that only play a carrier, so that a newcomer sees who would be notified: they stand on this machine, at another address after each start. With them
 * comes one rule, the first time. What somebody has changed or switched off since stays so.
 */
export const seedDemoMessages = (
  db: Kysely<Tables>,
  { carrierUrl, publicUrl }: { readonly carrierUrl: string; readonly publicUrl: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const root = await tx.selectFrom('company').select(['id', 'path']).where('parent_id', 'is', null).executeTakeFirstOrThrow()
    let isNew = false
    for (const { kind, channel, name } of carriers) {
      const settings = JSON.stringify({
        url: `${carrierUrl}/${channel}`,
        bodyFormat: 'json',
        body: '{"to":"{{phone}}","text":"{{content}}","key":"{{key}}","receiptUrl":"{{receiptUrl}}"}',
        refPath: 'id',
        allowPrivate: true,
        publicUrl,
      })
      // Demos of older versions have other words in the brackets.
      const found = await tx
        .selectFrom('notify_provider')
        .select(['id', 'settings'])
        .where('name', 'like', `${name.split(' (')[0]}%`)
        .execute()
      // One that somebody has pointed at a real carrier is theirs by now.
      const own = found.filter((row) => isOwn(row.settings.url, channel)).map(({ id }) => id)
      if (own.length > 0)
        await tx
          .updateTable('notify_provider')
          .set((e) => ({ settings, version: e('version', '+', 1), failures: 0, down_until: null }))
          .where('id', 'in', own)
          .execute()
      if (found.length > 0) continue
      isNew = true
      await tx
        .insertInto('notify_provider')
        .values({
          company_id: root.id,
          path: root.path,
          channel,
          kind,
          name,
          priority: 9,
          settings,
          token: randomBytes(24).toString('base64url'),
          rate_per_minute: 600,
          timeout_s: 10,
          enabled: true,
        })
        .execute()
    }
    if (isNew) await addRule(tx)
    await sql`select pg_notify('emberwatch_outbox', '')`.execute(tx)
  })

const addRule = async (tx: Kysely<Tables>): Promise<void> => {
  const team = await tx.selectFrom('duty_team').select(['id', 'company_id', 'path']).orderBy('id').limit(1).executeTakeFirst()
  if (!team) return
  const steps = [
    step({ afterS: 0, receivers: [{ kind: 'callList' }], channels: ['voice', 'sms'] }),
    step({ afterS: 60, receivers: [{ kind: 'duty', teamId: team.id }], channels: ['inSite', 'sms'] }),
  ]
  await tx
    .insertInto('notify_rule')
    .values({
      company_id: team.company_id,
      path: team.path,
      name: 'Fire',
      events: ['alarm'],
      levels: ['fire'],
      steps: JSON.stringify(steps),
      stop_when: 'taken',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
