import './styles/index.css'
import { startLoading, startReading } from './app/head-start.ts'

// Fetch data, page and program in parallel so that a slow connection is never idle.
startReading()
startLoading()
void import('./app/render.tsx')
