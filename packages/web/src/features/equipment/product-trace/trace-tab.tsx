import { endpoints } from '@emberwatch/contract'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { Story } from './story.tsx'

/** The history of a device or gateway, for its page. Shown to holders of `productTrace:view`. */
export const TraceTab = ({ code }: { code: string }) => {
  const query = useCall(endpoints.productTrace.detail, { code }, { quiet: true })
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  return query.data ? (
    <section className="ew-panel">
      <Story story={query.data} />
    </section>
  ) : (
    <ListSkeleton rows={4} />
  )
}
