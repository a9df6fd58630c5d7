import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { endpoints, InputOf, PushBody, PushEvent } from '@emberwatch/contract'
import { pino } from 'pino'
import { vi } from 'vitest'
import { systemClock, type Ctx } from '../../../platform/context.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { storeEvents, type EventDraft } from '../../../platform/transact.ts'
import type { TestWorld } from '../../../testing/context.ts'
import type { Site } from '../../alarms/alarm/alarm.fixture.ts'
import { createEndpoint } from './push-endpoint.verbs.ts'
import { createPushCollector } from './push-collector.ts'
import { createPushDeliverer, type DelivererOptions } from './push-deliverer.ts'

/** One push as a receiver got it. */
export interface Got {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: PushBody
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly got: Got[]
  /** How it answers from now on. */
  answer: (response: ServerResponse, got: Got, request: IncomingMessage) => void
  stop(): Promise<void>
}

export const ok = (response: ServerResponse): void => void response.writeHead(200).end('{"ok":true}')
export const hang = (): void => undefined

/** A third party: a real HTTP server. */
export const startReceiver = async (answer: Receiver['answer'] = ok): Promise<Receiver> => {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text || '{}') as PushBody,
        at: Date.now(),
      }
      got.push(one)
      receiver.answer(response, one, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** Waits for it, also on a machine that is busy. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000, interval: 50 })

export const everyEvent: PushEvent[] = [
  'alarm.raised',
  'alarm.raisedAgain',
  'alarm.confirmed',
  'alarm.dealt',
  'alarm.misreport',
  'alarm.restored',
  'alarm.closed',
  'fault.raised',
  'fault.solved',
  'device.online',
  'device.offline',
  'gateway.online',
  'gateway.offline',
  'order.created',
  'order.statusChanged',
]

type CreateInput = InputOf<typeof endpoints.pushEndpoint.create>
let number = 0
/** An endpoint on this machine, which only the operator may allow. */
export const addEndpoint = (siter: Ctx, companyId: number, url: string, more: Partial<CreateInput> = {}) =>
  createEndpoint(siter, {
    companyId,
    name: `Endpoint ${++number}`,
    pushWay: 'http',
    url,
    pushAuth: 'none',
    eventTypes: everyEvent,
    allowPrivate: true,
    ...more,
  })

/** A live event as the ingest stores it, for an object of a site. */
export const alarmEvent = (site: Site, id: number, change = 'raised', more: object = {}): EventDraft => ({
  kind: 'alarm',
  change,
  objectId: id,
  owner: { path: site.owner.path, customerId: site.customer, deviceId: site.device, projectId: site.project },
  data: {
    code: `A${id}`,
    level: 'fire',
    typeId: 1,
    typeNameZh: '烟雾',
    typeNameEn: 'Smoke',
    projectId: site.project,
    projectName: 'Secret name',
    deviceCode: 'x',
    deviceName: 'x',
    roomNumber: null,
    firstAt: '2026-01-01T00:00:00.000Z',
    state: 'unconfirmed',
    test: false,
    ...more,
  },
})

export const emit = (world: TestWorld, events: readonly EventDraft[]): Promise<void> =>
  world.db.transaction().execute((tx) => storeEvents(tx, events, new Date()))

/** Collector and deliverer of one process. */
export const startPushing = async (
  world: TestWorld,
  more: Partial<DelivererOptions> & { readonly collectOnly?: boolean } = {},
) => {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const notifications = createNotifications(world.connection, log)
  await notifications.start()
  const ctx: Ctx = { ...world.systemCtx, clock: systemClock }
  const collector = createPushCollector({ ctx, notifications, log })
  const deliverer = createPushDeliverer({ ctx, notifications, ways: ['http'], log, ...more })
  collector.start()
  if (!more.collectOnly) deliverer.start()
  return {
    collector,
    deliverer,
    async stop() {
      await collector.stop()
      if (!more.collectOnly) await deliverer.stop()
      await notifications.stop()
    },
  }
}

export const pushesOf = (world: TestWorld, endpointId: number) =>
  world.db.selectFrom('push_delivery').selectAll().where('endpoint_id', '=', endpointId).orderBy('id').execute()
