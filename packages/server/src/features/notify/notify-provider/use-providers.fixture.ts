import type { endpoints, InputOf } from '@emberwatch/contract'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { systemClock, type Ctx } from '../../../platform/context.ts'
import { registerBodyParsers } from '../../../platform/http/body-parsers.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { registerCallbacks } from './callback.http.ts'
import { createProvider } from './notify-provider.verbs.ts'
import { log, startDispatcher } from './notify-provider.fixture.ts'
import { startStandIn, type StandIn } from './stand-ins.fixture.ts'

type Create = InputOf<typeof endpoints.notifyProvider.create>

const general = { name: 'Provider', priority: 1, ratePerMinute: 6_000, timeoutS: 2, enabled: true, allowPrivate: true }

/** A world with a dispatcher and the callback routes, for the tests of a file. Each test starts without providers and messages. */
export const useProviders = () => {
  let world: TestWorld
  let siter: Ctx
  let dispatcher: { stop(): Promise<void> }
  let callbacks: FastifyInstance
  let publicUrl: string
  const taken: number[] = []
  const standIns: StandIn[] = []

  beforeAll(async () => {
    world = await testWorld()
    siter = { ...(await world.ctxOf(world.accounts.siterAdmin)), clock: systemClock }
    const takeByPhone = async (_ctx: Ctx, id: number): Promise<void> => void taken.push(id)
    dispatcher = await startDispatcher(world, takeByPhone)
    callbacks = Fastify()
    registerBodyParsers(callbacks)
    await callbacks.register(multipart)
    callbacks.setErrorHandler((_error, _request, reply) => void reply.status(404).send())
    registerCallbacks(callbacks, { ctx: { ...world.systemCtx, clock: systemClock }, takeByPhone, log })
    publicUrl = await callbacks.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await dispatcher.stop()
    await callbacks.close()
    await world.stop()
  })
  afterEach(async () => {
    await world.db.deleteFrom('notify_provider').execute()
    await world.db.deleteFrom('message_record').execute()
    for (const each of standIns.splice(0)) await each.stop()
  })

  const create = async (input: Partial<Create> & Pick<Create, 'kind'>) => {
    const { id } = await createProvider(siter, { ...general, ...input })
    return world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
  return {
    get world() {
      return world
    },
    get siter() {
      return siter
    },
    get publicUrl() {
      return publicUrl
    },
    /** Each provider's default answer. */
    general,
    /** Records whose calls were taken over by pressing 1. */
    taken,
    standIn: async (answer: StandIn['answer']): Promise<StandIn> => {
      const started = await startStandIn(answer)
      standIns.push(started)
      return started
    },
    create,
    http: (url: string, more: object = {}) =>
      create({
        kind: 'httpSms',
        url,
        bodyFormat: 'json',
        body: '{"to":"{{phone}}","text":"{{content}}","key":"{{key}}"}',
        refPath: 'id',
        publicUrl,
        ...more,
      }),
    stepsOf: async (alarmId: number) =>
      (await world.db.selectFrom('alarm_journey').select('step').where('alarm_id', '=', alarmId).orderBy('at').execute()).map(
        ({ step }) => step,
      ),
    audits: (id: number) =>
      world.db
        .selectFrom('audit_log')
        .select(['action', 'changes'])
        .where('object_kind', '=', 'notify_provider')
        .where('object_id', '=', String(id))
        .orderBy('id')
        .execute(),
  }
}
