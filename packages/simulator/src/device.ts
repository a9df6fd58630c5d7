import {
  contactIdFormat,
  contactId,
  emberwatch,
  restoreCodeOf,
  type CommandMessage,
  type ReportItem,
} from '@emberwatch/device-link'
import {
  commonCommand,
  type CommandResult,
  type DeviceBehaviour,
  type DeviceState,
  type Values,
  behaviourOf,
} from './device-kinds.ts'
import { between, type Random } from './random.ts'

export interface DeviceSpec {
  readonly code: string
  /** One of deviceKinds. */
  readonly kind: string
  /** Only used to find the device in scripts. */
  readonly room?: string
}

export type Code = { format: string; code: string }

/** Names used in scripts and `fleet.alarm` for alarms that any device can raise, whatever it is built to detect. */
const alarmNames: Readonly<Record<string, Code>> = {
  fire: { format: contactIdFormat, code: contactId('new', '110') },
  smoke: { format: contactIdFormat, code: contactId('new', '111') },
  combustion: { format: contactIdFormat, code: contactId('new', '112') },
  water_flow: { format: contactIdFormat, code: contactId('new', '113') },
  heat: { format: contactIdFormat, code: contactId('new', '114') },
  manual: { format: contactIdFormat, code: contactId('new', '115') },
  duct: { format: contactIdFormat, code: contactId('new', '116') },
  flame: { format: contactIdFormat, code: contactId('new', '117') },
  tamper: { format: emberwatch, code: 'tamper' },
}

export const namesOfAlarms: readonly string[] = Object.keys(alarmNames)

/** `1110` is Contact ID. Anything else is one of our own names. */
export const codeOf = (code: string): Code => {
  return { format: /^[136]\d{3}$/.test(code) ? contactIdFormat : emberwatch, code }
}

/** One device: generates its reports. Its gateway sends them. */
export class Device {
  readonly spec: DeviceSpec
  readonly #behaviour: DeviceBehaviour
  readonly #random: Random
  readonly #state: DeviceState
  /** Codes that it raised and has not restored yet. */
  readonly #active = new Map<string, Code>()
  silent = false

  constructor(spec: DeviceSpec, random: Random) {
    this.spec = spec
    this.#behaviour = behaviourOf(spec.kind)
    this.#random = random
    this.#state = { battery: between(random, 60, 100), silenced: false }
  }

  get inAlarm(): boolean {
    return this.#active.size > 0
  }

  report(code: Code, values?: Values): ReportItem {
    return { device: this.spec.code, ...code, time: new Date().toISOString(), ...(values === undefined ? {} : { values }) }
  }

  telemetry(): ReportItem {
    return this.report({ format: emberwatch, code: 'telemetry' }, this.#behaviour.telemetry(this.#state, this.#random))
  }

  /** Raises an alarm with the given name, or the one that this kind detects. */
  alarm(name?: string): ReportItem {
    const code = name === undefined ? this.#behaviour.alarm : alarmNames[name]
    if (code === undefined) throw new RangeError(`unknown alarm "${name}"; known: ${namesOfAlarms.join(', ')}`)
    this.#active.set(code.code, code)
    return this.report(code, this.#behaviour.alarmValues?.(this.#random))
  }

  /** Restores everything that is active. */
  restore(): ReportItem[] {
    const ended = [...this.#active.values()]
    this.#active.clear()
    return ended.flatMap(({ format, code }) => {
      const restored = restoreCodeOf(format, code)
      return restored === undefined
        ? []
        : [this.report({ format, code: restored }, this.#behaviour.telemetry(this.#state, this.#random))]
    })
  }

  lowBattery(): ReportItem {
    this.#state.battery = between(this.#random, 3, 9)
    const code = { format: contactIdFormat, code: contactId('new', '302') }
    this.#active.set(code.code, code)
    return this.report(code, { battery: this.#state.battery })
  }

  command(command: CommandMessage): CommandResult {
    return this.#behaviour.command?.(this.#state, command) ?? commonCommand(this.#state, command)
  }
}
