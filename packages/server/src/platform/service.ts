import type { HealthProblem } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Role } from '../config.ts'
import type { Broker } from './broker/broker.ts'
import type { Ctx } from './context.ts'
import type { Notifications } from './database/notifications.ts'
import type { Delays } from './health.ts'
import type { UnderWay } from './under-way.ts'

/** A value of `/metrics`. */
export interface Gauge {
  readonly help: string
  readonly value: () => number
}

/** What a service says about itself. Everything is answered from memory, without waiting. */
export interface ServiceReport {
  /** What it cannot do now, by the part of the system's health that this concerns. Null: nothing is wrong. */
  readonly health?: Partial<Readonly<Record<HealthProblem, () => string | null>>>
  readonly delays?: () => Partial<Delays>
  readonly gauges?: Readonly<Record<string, Gauge>>
}

export interface Startable {
  start(): unknown
  stop(): unknown
}

/** Work that a process with one of these roles does beside calls and jobs, from its start to its end. None may fail unnoticed. */
export interface Service extends ServiceReport {
  readonly health: NonNullable<ServiceReport['health']>
  readonly roles: readonly Role[]
  readonly run: Startable
}

/** Starts parts one after another, and stops them in reverse order. */
export const createLife = () => {
  const stops: (() => unknown)[] = []
  return {
    onStop: (stop: () => unknown): void => void stops.push(stop),
    async begin(part: Startable): Promise<void> {
      stops.push(() => part.stop())
      await part.start()
    },
    async stop(): Promise<void> {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
    },
  }
}

/** What services and their addresses work with. */
export interface ServiceParts {
  /** The system's context. */
  readonly ctx: Ctx
  /** The same with connections of its own, for what people have to be notified of. */
  readonly notifyingCtx: Ctx
  /** The same for third parties, who must not hold up anything of ours. */
  readonly pushingCtx: Ctx
  /** Sends messages to gateways. */
  readonly broker: Pick<Broker, 'publish' | 'reaches' | 'deliver'>
  /** Sends events to third parties. Undefined if this process has no broker of its own. */
  readonly events: Pick<Broker, 'reaches' | 'deliver' | 'kick' | 'kickReceivers'> | undefined
  readonly notifications: Notifications
  readonly underWay: UnderWay
  readonly log: Logger
}

/** Adds addresses that are no calls of the contract, such as files for gateways. */
export type RegisterHttp = (server: FastifyInstance, parts: ServiceParts) => void
