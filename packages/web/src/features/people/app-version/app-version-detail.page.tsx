import { type AppVersionDetail, endpoints, type EnumValue, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/files.ts'
import { Code } from '../../../kit/code.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { targetText } from './app-version-list.page.tsx'
import { bytesText } from './bytes.ts'
import { useVersionActions } from './use-version-actions.tsx'
import './app-version.css'

const { detail } = endpoints.appVersion

const Source = ({ row }: { row: AppVersionDetail }) => {
  const { t } = useTranslation('app-version')
  const { fileId, fileName, storeUrl, size, minSdk, certificates, signedBy, sha256 } = row
  if (fileId === null)
    return (
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.detail.store)}
        facts={[
          {
            field: 'storeUrl',
            value: (
              <a className="ew-link" href={storeUrl ?? ''} target="_blank" rel="noreferrer">
                {storeUrl}
              </a>
            ),
            wide: true,
          },
        ]}
      />
    )
  return (
    <Facts
      endpoint={detail}
      row={row}
      title={t(($) => $.detail.apk)}
      facts={[
        {
          field: 'fileId',
          value: (
            <Button
              type="link"
              size="small"
              onClick={() => void download(endpoints.file.read, { id: fileId }, fileName ?? 'app.apk').catch(() => {})}
            >
              {fileName}
            </Button>
          ),
        },
        { field: 'size', value: bytesText(size ?? 0) },
        'packageName',
        { field: 'minSdk', value: minSdk ?? '—' },
        { field: 'signedBy', value: signedBy.join(', ') },
        'keyChanged',
        { field: 'certificates', value: <span className="ew-hash">{certificates.join(' ')}</span>, wide: true },
        { field: 'sha256', value: sha256 === null ? '—' : <Code>{sha256}</Code>, wide: true },
      ]}
    />
  )
}

const Content = ({ row }: { row: AppVersionDetail }) => {
  const { t } = useTranslation('app-version')
  return (
    <>
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.detail.offer)}
        facts={[
          'platform',
          { field: 'versionCode', value: row.versionCode ?? '—' },
          'upgradeMethod',
          { field: 'appTarget', value: targetText(row) },
          'minSupported',
          'activeInstalls',
          'publishedAt',
          'publishedBy',
          ...(row.state === 'withdrawn' ? (['withdrawnAt', 'withdrawnBy'] as const) : []),
          { field: 'notesZh', value: <span className="ew-version-notes">{row.notesZh}</span>, wide: true },
          { field: 'notesEn', value: <span className="ew-version-notes">{row.notesEn}</span>, wide: true },
        ]}
      />
      <Source row={row} />
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.detail.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}

/** Why the version is no longer offered. */
const Withdrawn = ({ reason }: Pick<AppVersionDetail, 'reason'>) => {
  const { t } = useTranslation('app-version')
  return <Alert type="warning" showIcon title={t(($) => $.detail.withdrawn, { reason: reason ?? '' })} />
}

const drawState = ({ state }: AppVersionDetail) => <StatusTag enumeration="appVersionState" value={state} />
const drawBanner = ({ state, reason }: AppVersionDetail) => state === 'withdrawn' && <Withdrawn reason={reason} />
/** A single tab has no tab bar, so it needs no label. */
const tabsOf = (row: AppVersionDetail) => [{ key: 'facts', label: '', content: <Content row={row} /> }]

const AppVersion = ({ app }: { app: EnumValue<'appKind'> }) => {
  const { t } = useTranslation('app-version')
  const navigate = useNavigate()
  const { actionsOf, dialog } = useVersionActions(app, () => navigate({ to: pages[`${app}AppList`] }))
  return (
    <>
      <DetailPage
        endpoint={detail}
        title={({ versionNumber }) => t(($) => $.detail.title[app], { number: versionNumber })}
        status={drawState}
        actions={actionsOf}
        banner={drawBanner}
        tabs={tabsOf}
      />
      {dialog}
    </>
  )
}

/** One version of one of the two apps. */
export const appVersionDetailPage = (app: EnumValue<'appKind'>): ComponentType => {
  const AppVersionDetailPage = () => <AppVersion app={app} />
  return AppVersionDetailPage
}
