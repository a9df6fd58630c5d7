import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const maxBytes = 262_144

/** As many reports as fit into one message. */
const fillMessage = (report: (index: number) => object): string => {
  const reports: string[] = []
  let bytes = 20
  for (let index = 0; ; index++) {
    const text = JSON.stringify(report(index))
    if (bytes + text.length + 1 > maxBytes) break
    reports.push(text)
    bytes += text.length + 1
  }
  return `{"reports":[${reports.join()}]}`
}

test('a message full of fires of unregistered detectors delays no other fire', async () => {
  const [, other] = t.site.gateways
  if (!other) throw new Error('no second gateway')
  const text = fillMessage((index) => ({ device: index, code: 1110, format: 'CID' }))
  const { reports } = JSON.parse(text) as { reports: unknown[] }
  expect(reports.length).toBeGreaterThan(5_000)
  const large = await connectAsync(t.url, { username: other.code, password: other.secret })
  const publish = (payload: string) => large.publishAsync(`ew/v1/${other.code}/report`, payload, { qos: 1 })
  let isStored = false
  const order: string[] = []
  // A later message of the same gateway stays behind it.
  const behind = { device: other.devices[0]?.code, code: '1110', format: 'CID' }
  const sent = [
    publish(text).then(() => order.push('large')),
    publish(JSON.stringify({ reports: [behind] })).then(() => order.push('behind')),
  ]
  const all = Promise.all(sent).then(() => (isStored = true))
  const took: number[] = []
  while (!isStored) {
    const from = performance.now()
    await send(t, { reports: [{ device: t.device.code, code: took.length % 2 === 0 ? '1110' : '3110', format: 'CID' }] })
    took.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await all
  expect(order).toEqual(['large', 'behind'])
  // This used to take several seconds each, while the fires of all others waited.
  expect(Math.max(...took)).toBeLessThan(3_000)
  const { n } = await t.db
    .selectFrom('alarm')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('gateway_id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect(n).toBe(reports.length + 1)
  await large.endAsync()
})
