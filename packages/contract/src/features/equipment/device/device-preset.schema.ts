import { input, optional, pageInput, ref, refs, ruled, text, Type } from '../../../kernel/schema.ts'
import { originFields } from './device.schema.ts'

/** Stock: devices that belong to a company but not to a project yet. */
export const devicePresetPageInput = pageInput(
  {
    series: optional(ref('device_series')),
    model: optional(ref('device_model')),
    companyId: optional(ref('company')),
    batch: optional(text(40)),
    box: optional(text(40)),
    pallet: optional(text(40)),
    /** In stock for longer than this many days. */
    stockedDays: optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  },
  ['createdAt', 'code'],
)

export const devicePresetCreateInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  /** Default: the model's name. */
  name: optional(text(60)),
  communicationCode: optional(ruled('communicationCode')),
  /** Default: the caller's company. */
  companyId: optional(ref('company')),
  ...originFields,
  firmware: optional(ruled('version')),
  imei: optional(ruled('imei')),
})

/** Assigns devices in stock to a company of the caller's branch. */
export const devicePresetAssignInput = input({ ids: refs('device'), companyId: ref('company') })
