import { type AppVersionRow, endpoints, type EnumValue, pageHref } from '@emberwatch/contract'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { bytesText } from './bytes.ts'
import { useVersionActions } from './use-version-actions.tsx'

/** The audience of a version, in a few words. */
export const targetText = ({ appTarget, companies, rolloutPercent }: AppVersionRow): string => {
  const label = enumLabel('appTarget', appTarget)
  if (appTarget === 'company') return `${label} · ${listed(companies.map(({ name }) => name))}`
  return appTarget === 'rollout' ? `${label} ${rolloutPercent ?? 0}%` : label
}

const AppVersionList = ({ app }: { app: EnumValue<'appKind'> }) => {
  const { t } = useTranslation('app-version')
  const { toolbar, actionsOf, dialog } = useVersionActions(app)
  return (
    <>
      <ListPage
        endpoint={endpoints.appVersion.page}
        exporter={endpoints.appVersion.export}
        fixed={{ app }}
        filters={['keyword', 'platform', 'state', 'upgradeMethod', 'appTarget', { kind: 'dateRange' }]}
        columns={[
          {
            field: 'versionNumber',
            render: ({ id, versionNumber, versionCode }) => (
              <TwoLines small={versionCode === null ? null : t(($) => $.build, { code: versionCode })}>
                <a className="ew-link" href={pageHref(`${app}AppDetail`, { id })}>
                  {versionNumber}
                </a>
              </TwoLines>
            ),
          },
          'platform',
          'state',
          'upgradeMethod',
          { field: 'appTarget', render: (row) => targetText(row) },
          { field: 'minSupported', optional: true },
          'activeInstalls',
          { field: 'size', optional: true, render: ({ size }) => (size === null ? t(($) => $.inStore) : bytesText(size)) },
          'publishedAt',
          { field: 'publishedBy', optional: true },
          { field: 'packageName', optional: true },
          { field: 'sha256', optional: true },
          { field: 'reason', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
      />
      {dialog}
    </>
  )
}

/** The versions of one of the two apps. */
export const appVersionListPage = (app: EnumValue<'appKind'>): ComponentType => {
  const AppVersionListPage = () => <AppVersionList app={app} />
  return AppVersionListPage
}
