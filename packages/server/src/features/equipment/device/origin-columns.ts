import type { InputOf, endpoints, originNames } from '@emberwatch/contract'

export type Origin = Pick<InputOf<typeof endpoints.device.create>, (typeof originNames)[number]>

/** The columns that a form sets about the origin of a device or gateway. */
export const originColumns = (input: Origin) => ({
  batch: input.batch ?? null,
  produced_on: input.producedOn ?? null,
  production_line: input.productionLine ?? null,
  qc_result: input.qcResult ?? null,
  qc_inspector: input.qcInspector ?? null,
  box: input.box ?? null,
  pallet: input.pallet ?? null,
  warehoused_on: input.warehousedOn ?? null,
  shipped_on: input.shippedOn ?? null,
})
