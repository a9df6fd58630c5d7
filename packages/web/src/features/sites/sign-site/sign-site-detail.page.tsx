import { endpoints, type OutputOf, pageHref, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { MapView } from '../../../kit/map/map-view.tsx'
import { degreesText } from '../../../kit/map/position.ts'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { SignRecords } from './sign-records.tsx'
import { useSignSiteActions } from './use-sign-site-actions.tsx'
import './sign-site.css'

const signSite = endpoints.signSite
type Site = OutputOf<typeof signSite.detail>

const signKinds = ['inRadius', 'outOfRadius', 'mocked', 'unknown'] as const

const Overview = ({ site }: { site: Site }) => {
  const { t } = useTranslation('sign-site')
  const can = useCan()
  const { projectId, projectName, position, signs, floor } = site
  const project = can('project:view') ? <a href={pageHref('projectDetail', { id: projectId })}>{projectName}</a> : projectName
  return (
    <>
      {position === null && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.noPosition)}
          description={t(($) => $.noPositionHint)}
        />
      )}
      <Facts
        endpoint={signSite.detail}
        row={site}
        title={t(($) => $.panels.site)}
        facts={[
          { field: 'projectName', value: project },
          'companyName',
          { field: 'address', wide: true },
          { field: 'floor', label: t(($) => $.form.floor), value: floor ?? '—' },
          'radiusM',
          {
            field: 'position',
            value: position ? `${degreesText(position)} (${position.coordinateSystem})` : t(($) => $.noPosition),
          },
          'lastSignedAt',
          'lastSignedBy',
        ]}
      />
      <section className="ew-panel">
        <h2>{t(($) => $.panels.signs)}</h2>
        <dl className="ew-described">
          {signKinds.map((kind) => (
            <div key={kind}>
              <dt>{enumLabel('signInResult', kind)}</dt>
              <dd>{signs[kind]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="ew-panel">
        <h2>{t(($) => $.panels.map)}</h2>
        <MapView
          label={t(($) => $.map, { name: site.name })}
          points={[{ id: site.id, label: site.name, note: site.address, position, radiusM: site.radiusM }]}
        />
      </section>
      <section className="ew-panel">
        <h2>{t(($) => $.panels.tag)}</h2>
        <figure className="ew-site-tag">
          <QRCode
            value={site.signedCode}
            type="svg"
            size={160}
            color="#000000"
            bgColor="#ffffff"
            aria-label={t(($) => $.qr, { name: site.name })}
          />
          <figcaption>
            <strong translate="no">{site.signedCode}</strong>
            <span>{site.name}</span>
            <span className="ew-muted">{t(($) => $.tagHint)}</span>
          </figcaption>
        </figure>
      </section>
      <Facts
        endpoint={signSite.detail}
        row={site}
        title={t(($) => $.panels.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}

const drawStatus = ({ enabled }: Site) => <EnabledTag enabled={enabled} />

/** The page of one sign-in address (`…/detail?id=`): its position, QR code, and sign-ins. */
export default function SignSiteDetailPage() {
  const { t } = useTranslation('sign-site')
  const navigate = useNavigate()
  const { actionsOf, dialog } = useSignSiteActions(() => navigate({ to: pages.signSiteList }))
  const activity = useActivityTab(endpoints.activity.signSite)
  const drawTabs = (site: Site) => [
    { key: 'overview', label: t(($) => $.tabs.overview), content: <Overview site={site} /> },
    { key: 'records', label: t(($) => $.tabs.records), content: <SignRecords site={site} /> },
    ...activity(site),
  ]
  return (
    <>
      <DetailPage endpoint={signSite.detail} title={({ name }) => name} status={drawStatus} actions={actionsOf} tabs={drawTabs} />
      {dialog}
    </>
  )
}
