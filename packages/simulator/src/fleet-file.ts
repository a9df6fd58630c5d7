import { readFileSync } from 'node:fs'
import type { DeviceSpec } from './device.ts'
import type { GatewaySpec } from './gateway.ts'

/** Reads `{"gateways": [{code, secret, devices: [{code, kind, room?}]}]}`. Throws an error that locates the mistake. */
export function readFleetFile(file: string): GatewaySpec[] {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const gateways = field(value, 'gateways')
  if (!Array.isArray(gateways)) throw new TypeError(`${file}: "gateways" must be a list`)
  return gateways.map((gateway: unknown, index) => {
    const where = `${file}: gateways[${index}]`
    const devices = field(gateway, 'devices') ?? []
    if (!Array.isArray(devices)) throw new TypeError(`${where}.devices must be a list`)
    return {
      code: text(gateway, 'code', where),
      secret: text(gateway, 'secret', where),
      devices: devices.map((device: unknown, position) => readDevice(device, `${where}.devices[${position}]`)),
    }
  })
}

function readDevice(device: unknown, where: string): DeviceSpec {
  const room = field(device, 'room')
  return { code: text(device, 'code', where), kind: text(device, 'kind', where), ...(typeof room === 'string' ? { room } : {}) }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined
}

function text(value: unknown, key: string, where: string): string {
  const found = field(value, key)
  if (typeof found !== 'string' || found === '') throw new TypeError(`${where}.${key} must be a text`)
  return found
}
