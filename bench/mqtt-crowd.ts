import { fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { frame, prefixed } from './load.ts'

/** Gateways that are connected and say nothing, in a process of their own. */
export interface MqttCrowd {
  close(): void
}

interface Plan {
  readonly port: number
  readonly gateways: readonly { readonly code: string; readonly secret: string }[]
}

/** Longer than any measurement. */
const keepaliveSeconds = 1_200
/** How many sign in at a time. */
const atOnce = 100

/** Connects all of them. Resolves when each has been let in. */
export const connectMqttCrowd = (plan: Plan): Promise<MqttCrowd> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, MQTT_CROWD_CHILD: '1' } })
    child.once('message', (answer) => {
      if (answer === 'connected') resolve({ close: () => void child.kill() })
      else reject(new Error(String(answer)))
    })
    child.once('exit', (code) => reject(new Error(`the gateways ended with ${code}`)))
    child.send(plan)
  })

const open = (port: number, code: string, secret: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const head = [prefixed('MQTT'), Buffer.from([4, 0b1100_0010, keepaliveSeconds >> 8, keepaliveSeconds & 0xff])]
    socket.write(frame(0x10, Buffer.concat([...head, prefixed(code), prefixed(code), prefixed(secret)])))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`gateway ${code} was cut off`)))
    socket.once('data', (answer: Buffer) =>
      answer[3] === 0 ? resolve(socket) : reject(new Error(`gateway ${code} was refused: ${answer[3]}`)),
    )
  })

if (process.env['MQTT_CROWD_CHILD'] === '1' && process.send) {
  const sockets: Socket[] = []
  process.once('message', ({ port, gateways }: Plan) => {
    const waiting = gateways.values()
    const work = async (): Promise<void> => {
      for (const { code, secret } of waiting) sockets.push(await open(port, code, secret))
    }
    Promise.all(Array.from({ length: atOnce }, work)).then(
      () => process.send?.('connected'),
      (error: unknown) => process.send?.(String(error)),
    )
  })
}
