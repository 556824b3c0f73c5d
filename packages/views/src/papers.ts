/** How the help texts of views name their papers. */
export const TREESCOPE =
  'Bhatia et al., “Interactive Investigation of Traffic Congestion on Fat-Tree Networks Using TreeScope”, 2018';
export const LANL =
  'Berkbigler et al., “Graph Visualization for the Analysis of the Structure and Dynamics of Extreme-Scale Supercomputers”, 2002';
export const COMMGRAM = 'J. Wu, “Visual Analytics for Large Communication Trace Data”, 2015 (CommGram)';
export const VISTORUS =
  'Theisen et al., “Down to Earth – How to Visualize Traffic on High-dimensional Torus Networks”, 2014 (VisTorus)';
export const HIVE = 'Engle and Whalen, “Visualizing Distributed Memory Computations with Hive Plots”, 2012';
