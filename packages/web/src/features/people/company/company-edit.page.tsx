import { endpoints } from '@emberwatch/contract'
import { useState } from 'react'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { usePageName } from '../../../kit/use-page-name.ts'
import { BrandForm } from './brand-form.tsx'
import { InfoForm } from './info-form.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'

/** One's own company: its information, and its branding with a preview. */
export default function CompanyEditPage() {
  const title = usePageName()
  const { data, error, refetch } = useCall(endpoints.companyConfig.find, {}, { quiet: true })
  const [infoResets, setInfoResets] = useState(0)
  const [brandResets, setBrandResets] = useState(0)
  return (
    <article className="ew-detail">
      <h1>{title}</h1>
      {/* After saving or discarding, a form starts again from the stored values, because each save is a new version. */}
      {data ? (
        <>
          <InfoForm
            key={`info ${data.company.version} ${infoResets}`}
            config={data}
            onReset={() => setInfoResets(infoResets + 1)}
          />
          <BrandForm key={`brand ${data.version} ${brandResets}`} config={data} onReset={() => setBrandResets(brandResets + 1)} />
        </>
      ) : error ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </article>
  )
}
