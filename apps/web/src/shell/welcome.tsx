import { MovingFabric } from './moving-fabric.tsx';

/** What Weft is, for somebody who sees it for the first time. */
export function Welcome() {
  return (
    <section class="welcome" aria-label="What Weft is">
      <div>
        <h1>See what flows through a supercomputer's fabric</h1>
        <p>
          Which messages a parallel program sends, which links carry them, which job or phase fills a link,
          and what another route, placement or machine would do. Open a study below, or your own traces,
          fabrics and counters.
        </p>
      </div>
      <MovingFabric />
    </section>
  );
}
