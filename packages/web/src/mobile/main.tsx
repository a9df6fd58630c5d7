import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { guardComposition } from '../kit/composition.ts'
import { startTheme } from '../theme/mode.ts'
import { App } from './app.tsx'
import { loadLabels } from './enum-labels.ts'
import { language, t } from './texts.ts'
import { keepPage } from './new-version.ts'
import './phone.css'
import { watchQueue } from './offline-queue.ts'
import { keepForGood } from './store.ts'

document.documentElement.lang = language === 'zh' ? 'zh-CN' : language
document.title = `Emberwatch · ${t.appName}`
document.querySelector('link[rel=manifest]')?.setAttribute('href', `./manifest.${language}.webmanifest`)
startTheme()
guardComposition(window)
keepForGood()
watchQueue()
await loadLabels()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with id "root"')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
// Without storage for offline use, the page works like any other.
keepPage().catch(() => undefined)
