import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { cursorOf } from '../../../platform/list.ts'
import { pageNuisance, rankOf } from './nuisance.reads.ts'

type Input = InputOf<typeof endpoints.nuisance.page>

/** The ranking in its own order. An export continues after a row by id alone, so the row's rank is looked up. */
const page: ExportDefinition['page'] = async (ctx: Ctx, { after, ...given }) => {
  const input = given as Input
  if (after === undefined || after === null) return pageNuisance(ctx, input)
  const id = Number(after)
  return pageNuisance(ctx, { ...input, cursor: cursorOf({ id, sorted: await rankOf(ctx, input, id) }) })
}

export const nuisanceExport: ExportDefinition = {
  columns: [
    { field: 'deviceCode' },
    { field: 'deviceName', width: 30 },
    { field: 'roomNumber' },
    { field: 'modelName' },
    { field: 'projectName', width: 30 },
    { field: 'companyName', width: 24 },
    { field: 'falseAlarms', width: 12 },
    { field: 'closedAlarms', width: 12 },
    { field: 'falseShare', width: 12, text: (row) => `${Math.round(Number(row['falseShare']) * 1_000) / 10} %` },
    { field: 'perDeviceYear', width: 12 },
    { field: 'lastCause', text: (row, locale) => enumLabel(locale, 'misreportCause', row['lastCause']) },
    { field: 'lastFalseAt' },
  ],
  page,
}
