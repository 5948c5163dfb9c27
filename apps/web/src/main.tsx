import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './app/theme.css'
import './app/base.css'
import { createRoot } from 'react-dom/client'
import { loadInitialData } from '#api/initial-data.ts'
import { startHistory } from '#ui/history/browser-history.ts'
import { reportUncaughtErrors } from './app/error-reports.ts'
import { Providers } from './app/providers.tsx'
import { Router } from './app/Router.tsx'

reportUncaughtErrors()
loadInitialData(document.getElementById('first-screen')?.textContent)
startHistory()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Providers>
      <Router />
    </Providers>,
  )
}
