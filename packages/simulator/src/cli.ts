import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readFleetFile, createFleet } from './fleet.ts'
import { parseLine, scriptHelp } from './script.ts'
import { fileSequences } from './sequences.ts'
import { upgradeBehaviours } from './updater.ts'

const usage = `Simulates gateways and devices over MQTT.

  node packages/simulator/src/cli.ts --gateways fleet.json [options]

  --gateways FILE    {"gateways": [{"code", "secret", "devices": [{"code", "kind", "room"}]}]}
  --url URL          default mqtt://127.0.0.1:1883
  --script FILE      lines to run, then stop; without it lines are read from the terminal
  --heartbeat S      seconds between heartbeats (60)
  --telemetry N      telemetry messages per second of the whole fleet (0)
  --alarms S         a random alarm about every S seconds (0 = none)
  --duplicates P     share of messages sent twice (0)
  --out-of-order P   share of messages overtaken by the next (0)
  --server URL       where firmware is fetched over HTTP; without it in pieces over MQTT
  --firmware V       what everything runs at the start (1.0.000)
  --upgrades B       how upgrades go: ${upgradeBehaviours.join(', ')} (works)
  --failing P        share of devices of which that is so; the others work (1)
  --state FILE       keeps the message numbers over restarts

${scriptHelp}`

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      gateways: { type: 'string' },
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      script: { type: 'string' },
      heartbeat: { type: 'string', default: '60' },
      telemetry: { type: 'string', default: '0' },
      alarms: { type: 'string', default: '0' },
      duplicates: { type: 'string', default: '0' },
      'out-of-order': { type: 'string', default: '0' },
      state: { type: 'string' },
      server: { type: 'string' },
      firmware: { type: 'string', default: '1.0.000' },
      upgrades: { type: 'string', default: 'works' },
      failing: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
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
    heartbeatSeconds: number(values.heartbeat, 'heartbeat'),
    telemetryPerSecond: number(values.telemetry, 'telemetry'),
    alarmEverySeconds: number(values.alarms, 'alarms'),
    upgrades: {
      server: values.server,
      firmware: values.firmware,
      tellsAtStart: true,
      behaviourOf: (code) => (isAmong(code, failing) ? behaviour : 'works'),
    },
    disorder: { duplicates: number(values.duplicates, 'duplicates'), outOfOrder: number(values['out-of-order'], 'out-of-order') },
    ...(values.state === undefined ? {} : { sequences: fileSequences(values.state) }),
  })
  process.once('SIGINT', () => void fleet.stop().then(() => process.exit(0)))
  process.once('SIGTERM', () => void fleet.stop().then(() => process.exit(0)))
  await fleet.start()
  console.log(`${fleet.gateways.length} gateways connected, ${fleet.devices().length} devices`)

  const interactive = values.script === undefined
  const lines = createInterface({ input: values.script === undefined ? process.stdin : createReadStream(values.script) })
  for await (const line of lines) {
    if (line.trim() === 'quit') break
    try {
      const step = parseLine(line)
      if (step === undefined) continue
      await delay(step.afterSeconds * 1000)
      console.log(await step.run(fleet))
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error))
      if (!interactive) process.exitCode = 1
    }
  }
  // Without a terminal, for example under a supervisor, the fleet runs until it is stopped.
  if (!interactive || process.stdin.isTTY) await fleet.stop()
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
