import type { endpoints, InputOf } from '@emberwatch/contract'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { pageDataProjects } from './data-project.reads.ts'

const percent = (value: unknown): string => (value === null ? '' : `${Math.round(Number(value) * 1_000) / 10} %`)

export const dataProjectExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'typeId', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'companyName', width: 24 },
    { field: 'status', text: (row, locale) => enumLabel(locale, 'projectStatus', row['status']) },
    { field: 'stopped', width: 10 },
    { field: 'health', width: 10 },
    { field: 'deviceCount', width: 10 },
    { field: 'supervisedDevices', width: 12 },
    { field: 'onlineDevices', width: 10 },
    { field: 'onlineRate', width: 10, text: ({ onlineRate }) => percent(onlineRate) },
    { field: 'unheardDevices', width: 12 },
    { field: 'alarmDevices', width: 10 },
    { field: 'faultDevices', width: 10 },
    { field: 'lowPowerDevices', width: 10 },
    { field: 'offlineDevices', width: 10 },
    { field: 'normalDevices', width: 12 },
    { field: 'unsupervisedDevices', width: 12 },
    { field: 'unconfirmedAlarms', width: 12 },
    { field: 'confirmedAlarms', width: 12 },
    { field: 'falseAlarms', width: 12 },
    { field: 'clearedAlarms', width: 12 },
    { field: 'testAlarms', width: 12 },
    { field: 'perDeviceYear', width: 12 },
    { field: 'meanResponseS', width: 12 },
    { field: 'p90ResponseS', width: 12 },
    { field: 'longestWaitS', width: 12 },
    { field: 'openFaults', width: 10 },
    { field: 'inspectionsDone', width: 10 },
    { field: 'inspectionsPlanned', width: 10 },
    { field: 'overdueOrders', width: 10 },
    { field: 'remainingDays', width: 10 },
    { field: 'contractDays', width: 12 },
  ],
  page: (ctx, input) => pageDataProjects(ctx, input as InputOf<typeof endpoints.dataProject.page>),
}
