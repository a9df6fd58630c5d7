import { reachedOf, sentChannels, shareOf, type DataUserRow, type endpoints, type InputOf } from '@emberwatch/contract'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { pageDataUsers } from './data-user.reads.ts'

const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 1_000) / 10} %`)

export const dataUserExport: ExportDefinition = {
  columns: [
    { field: 'companyName', width: 30 },
    { field: 'orgCode' },
    { field: 'companyType', text: (row, locale) => enumLabel(locale, 'companyType', row['companyType']) },
    { field: 'accounts', width: 10 },
    { field: 'disabledAccounts', width: 10 },
    { field: 'active7', width: 12 },
    { field: 'active30', width: 12 },
    { field: 'neverSignedIn', width: 12 },
    { field: 'unverifiedPhone', width: 12 },
    { field: 'withoutPhone', width: 12 },
    { field: 'twoStepAccounts', width: 12 },
    { field: 'reachedShare', width: 12, text: ({ reachedShare }) => percent(reachedShare as number | null) },
    ...sentChannels.map((channel) => ({
      field: channel,
      label: `${channel}Share` as const,
      width: 12,
      text: (row: Readonly<Record<string, unknown>>) =>
        percent(shareOf(reachedOf(channel, (row['channels'] as DataUserRow['channels'])[channel]))),
    })),
  ],
  page: (ctx, input) => pageDataUsers(ctx, input as InputOf<typeof endpoints.dataUser.page>),
}
