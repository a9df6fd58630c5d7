import type { endpoints, InputOf } from '@emberwatch/contract'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { pageBreaches } from './alarm-breach.reads.ts'

export const alarmBreachExport: ExportDefinition = {
  columns: [
    { field: 'alarmCode', label: 'alarmId' },
    { field: 'level', text: (row, locale) => enumLabel(locale, 'alarmLevel', row['level']) },
    { field: 'alarmType', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'projectName', width: 30 },
    { field: 'deviceCode' },
    { field: 'companyName', width: 24 },
    { field: 'clock', text: (row, locale) => enumLabel(locale, 'alarmClock', row['clock']) },
    { field: 'dueAt' },
    { field: 'answeredAt' },
    { field: 'answeredBy' },
    { field: 'lateS', width: 12 },
  ],
  page: (ctx, input) => pageBreaches(ctx, input as InputOf<typeof endpoints.alarmBreach.page>),
}
