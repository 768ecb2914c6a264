import './styles/index.css'
import { startLoading, startReading } from './app/head-start.ts'

// A slow line is to be busy from the first moment on: data, page and program are asked for together.
startReading()
startLoading()
void import('./app/render.tsx')
