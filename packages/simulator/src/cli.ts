import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { maxAddress } from '@emberwatch/device-link'
import { Dc09Dialler } from './dc09-dialler.ts'
import { diallerHelp, parseDiallerLine } from './dc09-script.ts'
import { readFleetFile, createFleet } from './fleet.ts'
import { parseTransmitterLine, transmitterHelp } from './gb26875-script.ts'
import { Gb26875Transmitter } from './gb26875-transmitter.ts'
import { parseLine, scriptHelp } from './script.ts'
import { fileSequences } from './sequences.ts'
import { upgradeBehaviours } from './updater.ts'

const usage = `Simulates gateways and devices over MQTT.

  node packages/simulator/src/cli.ts --gateways fleet.json [options]
  node packages/simulator/src/cli.ts --gb26875 127.0.0.1:26875 --address 140 [--script FILE] [--heartbeat S]
  node packages/simulator/src/cli.ts --dc09 127.0.0.1:7700 --account ABC123 [--key HEX] [--udp] [--backup H:P] [--script FILE] [--heartbeat S]

  --gateways FILE    {"gateways": [{"code", "secret", "devices": [{"code", "kind", "room"}]}]}
  --url URL          default mqtt://127.0.0.1:1883
  --script FILE      lines to run, then stop; without it lines are read from the terminal
  --heartbeat S      seconds between heartbeats or polls (60; of a transmitter 30)
  --telemetry N      telemetry messages per second of the whole fleet (0)
  --alarms S         a random alarm about every S seconds (0 = none)
  --duplicates P     share of messages sent twice (0)
  --out-of-order P   share of messages overtaken by the next (0)
  --server URL       where firmware is fetched over HTTP; without it in pieces over MQTT
  --firmware V       what everything runs at the start (1.0.000)
  --upgrades B       how upgrades go: ${upgradeBehaviours.join(', ')} (works)
  --failing P        share of devices of which that is so; the others work (1)
  --state FILE       keeps the message numbers over restarts
  --gb26875 H:P      instead of a fleet: one transmitter of GB/T 26875.3 that reports to this host and port over TCP
  --address N        its source address
  --dc09 H:P         instead of a fleet: one dialler of SIA DC-09 that reports to this host and port
  --account A        its account, 3 to 16 hexadecimal digits
  --key HEX          its key: 32, 48 or 64 hexadecimal digits; without it nothing is encrypted
  --udp              over UDP instead of TCP
  --backup H:P       where it reports what the first receiver does not answer

${scriptHelp}

${transmitterHelp}

${diallerHelp}`

/** Runs lines of a file or the terminal. Answers whether it is over then: without a terminal, for example under a supervisor, everything runs until it is stopped. */
const runLines = async (script: string | undefined, run: (line: string) => Promise<string | undefined>): Promise<boolean> => {
  const interactive = script === undefined
  const lines = createInterface({ input: script === undefined ? process.stdin : createReadStream(script) })
  for await (const line of lines) {
    if (line.trim() === 'quit') return true
    try {
      const answer = await run(line)
      if (answer !== undefined) console.log(answer)
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error))
      if (!interactive) process.exitCode = 1
    }
  }
  return !interactive || process.stdin.isTTY
}

/** A host and a port. */
const placeOf = (option: string, target: string): { host: string; port: number } => {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(target) ?? []
  if (host === undefined) throw new TypeError(`--${option} must be a host and a port, such as 127.0.0.1:26875`)
  return { host, port: Number(port) }
}

const endOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
}

const runTransmitter = async (target: string, address: string | undefined, heartbeat = '30', script?: string): Promise<void> => {
  const place = placeOf('gb26875', target)
  if (address === undefined || !/^\d{1,15}$/.test(address) || Number(address) > maxAddress)
    throw new TypeError(`--address must be a whole number from 0 to ${maxAddress}`)
  const transmitter = new Gb26875Transmitter({
    ...place,
    address: Number(address),
    heartbeatSeconds: number(heartbeat, 'heartbeat'),
  })
  endOnSignals()
  await transmitter.start()
  console.log(`transmitter ${address} connected`)
  const isOver = await runLines(script, async (line) => parseTransmitterLine(line)?.(transmitter))
  if (isOver) transmitter.stop()
}

interface DiallerValues {
  readonly account?: string
  readonly key?: string
  readonly udp: boolean
  readonly backup?: string
  readonly heartbeat?: string
  readonly script?: string
}

const runDialler = async (target: string, values: DiallerValues): Promise<void> => {
  const { account, key, udp, backup, heartbeat = '60', script } = values
  if (account === undefined || !/^[\dA-F]{3,16}$/i.test(account))
    throw new TypeError('--account must be 3 to 16 hexadecimal digits')
  if (key !== undefined && !/^(?:[\dA-F]{32}|[\dA-F]{48}|[\dA-F]{64})$/i.test(key))
    throw new TypeError('--key must be 32, 48 or 64 hexadecimal digits')
  const receiver = (option: string, text: string) => ({
    ...placeOf(option, text),
    transport: udp ? ('udp' as const) : ('tcp' as const),
  })
  const dialler = new Dc09Dialler({
    main: receiver('dc09', target),
    ...(backup === undefined ? {} : { backup: receiver('backup', backup) }),
    account,
    ...(key === undefined ? {} : { key: Buffer.from(key, 'hex') }),
    pollSeconds: number(heartbeat, 'heartbeat'),
  })
  endOnSignals()
  dialler.start()
  console.log(`dialler ${account}: poll ${(await dialler.poll()).join(', ')}`)
  const isOver = await runLines(script, async (line) => parseDiallerLine(line)?.(dialler))
  if (isOver) dialler.stop()
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      gateways: { type: 'string' },
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      script: { type: 'string' },
      heartbeat: { type: 'string' },
      telemetry: { type: 'string', default: '0' },
      alarms: { type: 'string', default: '0' },
      duplicates: { type: 'string', default: '0' },
      'out-of-order': { type: 'string', default: '0' },
      state: { type: 'string' },
      server: { type: 'string' },
      firmware: { type: 'string', default: '1.0.000' },
      upgrades: { type: 'string', default: 'works' },
      failing: { type: 'string', default: '1' },
      gb26875: { type: 'string' },
      address: { type: 'string' },
      dc09: { type: 'string' },
      account: { type: 'string' },
      key: { type: 'string' },
      udp: { type: 'boolean', default: false },
      backup: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.gb26875 !== undefined && !values.help)
    return runTransmitter(values.gb26875, values.address, values.heartbeat, values.script)
  if (values.dc09 !== undefined && !values.help) return runDialler(values.dc09, values)
  if (values.help || values.gateways === undefined) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const behaviour = upgradeBehaviours.find((each) => each === values.upgrades)
  if (behaviour === undefined) throw new TypeError(`--upgrades must be one of ${upgradeBehaviours.join(', ')}`)
  const failing = number(values.failing, 'failing')
  const fleet = createFleet({
    url: values.url,
    gateways: readFleetFile(values.gateways),
    heartbeatSeconds: number(values.heartbeat ?? '60', 'heartbeat'),
    telemetryPerSecond: number(values.telemetry, 'telemetry'),
    alarmEverySeconds: number(values.alarms, 'alarms'),
    upgrades: {
      server: values.server,
      firmware: values.firmware,
      reportsAtStart: true,
      behaviourOf: (code) => (isAmong(code, failing) ? behaviour : 'works'),
    },
    disorder: { duplicates: number(values.duplicates, 'duplicates'), outOfOrder: number(values['out-of-order'], 'out-of-order') },
    ...(values.state === undefined ? {} : { sequences: fileSequences(values.state) }),
  })
  process.once('SIGINT', () => void fleet.stop().then(() => process.exit(0)))
  process.once('SIGTERM', () => void fleet.stop().then(() => process.exit(0)))
  await fleet.start()
  console.log(`${fleet.gateways.length} gateways connected, ${fleet.devices().length} devices`)

  const isOver = await runLines(values.script, async (line) => {
    const step = parseLine(line)
    if (step === undefined) return undefined
    await delay(step.afterSeconds * 1000)
    return step.run(fleet)
  })
  if (isOver) await fleet.stop()
}

/** Whether a device belongs to a given share of all devices: always the same ones. */
const isAmong = (code: string, share: number): boolean => {
  return createHash('sha256').update(code).digest().readUInt32BE() / 2 ** 32 < share
}

const number = (text: string, option: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new TypeError(`--${option} must be a number from 0`)
  return value
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
