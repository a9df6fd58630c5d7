import { Suspense } from 'react'
import { Creators } from './creators.tsx'
import { AlarmWatch, UnreachedBanner } from './features/alarms/alarm/alarm-watch.tsx'
import { AskedTest } from './features/notify/alarm-test/asked-test.tsx'
import { TestBanner } from './features/sites/project/test-banner.tsx'
import { SetUpBar } from './features/overview/set-up/set-up-bar.tsx'

const overlays = [AlarmWatch, UnreachedBanner, TestBanner, SetUpBar, AskedTest, Creators]

/** Rendered inside the layout on every page: what must not depend on the current page. None waits for the texts of another. */
export default function Overlays() {
  return overlays.map((Overlay, index) => (
    <Suspense key={index}>
      <Overlay />
    </Suspense>
  ))
}
