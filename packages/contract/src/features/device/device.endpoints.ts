import { endpoint } from '../../kernel/endpoint.ts'
import { input, noInput, options, ref, Type } from '../../kernel/schema.ts'

/** Lookups for the product-model search field and the forms. The device pages add the rest. */
export const deviceEndpoints = {
  seriesSelect: endpoint({
    method: 'GET',
    path: 'web/deviceSeries/select',
    access: 'session',
    input: noInput,
    output: options,
    summary: 'Device series for a drop-down',
  }),
  modelSelect: endpoint({
    method: 'GET',
    path: 'web/deviceModel/select',
    access: 'session',
    /** `devicesOnly`: without gateway models. */
    input: input({ series: Type.Optional(ref('device_series')), devicesOnly: Type.Optional(Type.Boolean()) }),
    output: options,
    summary: 'Device models, all or of one series',
  }),
} as const
