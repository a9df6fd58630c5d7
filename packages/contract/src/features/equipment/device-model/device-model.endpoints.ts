import { input, oneOf, ref, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  deviceModelCreateInput,
  deviceModelPageInput,
  deviceModelRow,
  deviceModelUpdateInput,
  deviceSeriesCreateInput,
  deviceSeriesPageInput,
  deviceSeriesRow,
  deviceSeriesUpdateInput,
} from './device-model.schema.ts'

export const deviceSeriesEndpoints = standardCalls('deviceSeries', {
  entity: 'device_series',
  about: 'deviceModel',
  words: ['a device series', 'device series'],
  page: { input: deviceSeriesPageInput, row: deviceSeriesRow },
  select: { input: input({}) },
  create: { input: deviceSeriesCreateInput, errors: ['duplicate', 'noAccess'] },
  update: { input: deviceSeriesUpdateInput, errors: ['duplicate', 'noAccess'] },
  remove: { summary: 'Delete a series that has no models', errors: ['inUse'] },
  setEnabled: { summary: 'Enable or disable a series; a disabled one is no longer offered' },
})

export const deviceModelEndpoints = standardCalls('deviceModel', {
  entity: 'device_model',
  about: 'deviceModel',
  words: ['a device model', 'device models'],
  page: { input: deviceModelPageInput, row: deviceModelRow },
  detail: { row: deviceModelRow },
  /** `devicesOnly`: without gateway models. */
  select: {
    input: input({
      series: Type.Optional(ref('device_series')),
      devicesOnly: Type.Optional(Type.Boolean()),
      network: Type.Optional(oneOf('network')),
    }),
  },
  create: { input: deviceModelCreateInput, errors: ['duplicate', 'noAccess'] },
  update: { input: deviceModelUpdateInput, errors: ['duplicate', 'noAccess'] },
  remove: { summary: 'Delete a model that no device and no command uses', errors: ['inUse'] },
  setEnabled: { summary: 'Enable or disable a model; devices of a disabled one go on reporting' },
})
