import './styles/index.css'
import { startLoading, startReading } from './app/head-start.ts'

/** How long the program waits for the first view to be drawn. On a slow connection, its own scripts take longer to load. */
const patienceMs = 1000

// Fetch data, page and program in parallel so that a slow connection is never idle.
const drawn = startReading()
startLoading()
// On a slow processor, nothing is painted while the program starts.
const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
void Promise.race([drawn, late]).then(() => import('./app/render.tsx'))
