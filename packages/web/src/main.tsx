import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './i18n/i18n.ts'
import { featureTexts } from './feature-texts.ts'
import { watchLeaving } from './api/interrupted.ts'
import { followLinks } from './follow-links.ts'
import { guardComposition } from './kit/composition.ts'
import { router } from './router.tsx'
import { startTheme } from './theme/mode.ts'
import './theme/base.css'
import './theme/print.css'

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')

startTheme()
watchLeaving(window)
guardComposition(window)
followLinks((address) => router.history.push(address))
await startI18n(featureTexts)
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
