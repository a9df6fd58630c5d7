import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './i18n/i18n.ts'
import { router } from './router.tsx'
import { startTheme } from './theme/mode.ts'
import './theme/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')

startTheme()
await startI18n()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
